import type { Db } from '../../platform/db/sql.ts';
import { keysOf } from '../accounts/team-role-store.ts';

export type AttributeNames = {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  groups: string | null;
};
type StoredCertificate = { pem: string; sha256: string; notAfter: string };

type GroupRoles = { group: string; roles: string[] }[];

export type ConnectionRow = {
  id: string;
  organizationId: string;
  kind: 'oidc' | 'saml';
  name: string;
  enabled: boolean;
  required: boolean;
  provisioning: boolean;
  trustsSecondFactor: boolean;
  adminGroups: string[];
  /** The keys of the roles that each group stands for. */
  groupRoles: GroupRoles;
  attributes: AttributeNames;
  sessionHours: number;
  issuer: string | null;
  clientId: string | null;
  clientSecret: Buffer | null;
  entityId: string | null;
  signInUrl: string | null;
  certificates: StoredCertificate[];
  metadataUrl: string | null;
  testedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** The names of its proven domains. */
  domains: string[];
};

/** The ids of roles that an entry of `group_roles` names. */
const idsIn = (entry: string) => `ARRAY(SELECT json_array_elements_text(${entry}->'roleIds')::uuid)`;

function connectionColumns(db: Db) {
  return db`
    c.id, c.organization_id, c.kind, c.name, c.enabled, c.required, c.provisioning, c.trusts_second_factor, c.admin_groups,
    c.attributes, c.session_hours, c.issuer, c.client_id, c.client_secret, c.entity_id, c.sign_in_url, c.certificates,
    c.metadata_url, c.tested_at, c.created_at, c.updated_at,
    (SELECT coalesce(json_agg(json_build_object('group', e.each->>'group', 'roles', ${db.unsafe(keysOf(idsIn('e.each')))})
                              ORDER BY e.nth), '[]')
       FROM json_array_elements(c.group_roles) WITH ORDINALITY AS e (each, nth)) AS group_roles,
    ARRAY(SELECT d.name::text FROM organization_domains d
           WHERE d.connection_id = c.id AND d.verified_at IS NOT NULL ORDER BY d.name) AS domains`;
}

export function listConnectionRows(db: Db, organizationId: string): Promise<ConnectionRow[]> {
  return db<ConnectionRow[]>`
    SELECT ${connectionColumns(db)} FROM sso_connections c WHERE c.organization_id = ${organizationId}
     ORDER BY c.created_at, c.id`;
}

export async function findConnection(
  db: Db,
  id: string,
  organizationId: string | null = null,
): Promise<ConnectionRow | undefined> {
  const [row] = await db<ConnectionRow[]>`
    SELECT ${connectionColumns(db)} FROM sso_connections c
     WHERE c.id = ${id} AND c.organization_id = coalesce(${organizationId}, c.organization_id)`;
  return row;
}

/** The one that signs in people of a proven domain, if it is enabled. */
export async function findConnectionOf(
  db: Db,
  domain: string,
): Promise<{ id: string; required: boolean } | undefined> {
  const [row] = await db<{ id: string; required: boolean }[]>`
    SELECT c.id, c.required FROM organization_domains d JOIN sso_connections c ON c.id = d.connection_id
     WHERE d.name = ${domain} AND d.verified_at IS NOT NULL AND c.enabled`;
  return row;
}

/** Whether anyone can sign in through an identity provider of their organization. */
export async function hasEnabledConnection(db: Db): Promise<boolean> {
  const rows = await db`SELECT 1 FROM sso_connections WHERE enabled LIMIT 1`;
  return rows.length > 0;
}

/** Undefined when the limit is reached. The organization is locked. */
export async function insertConnection(
  tx: Db,
  connection: Pick<ConnectionRow, 'id' | 'organizationId' | 'kind' | 'name'> & { now: Date },
  most: number,
): Promise<ConnectionRow | undefined> {
  const { id, organizationId, kind, name, now } = connection;
  const none = { email: null, firstName: null, lastName: null, groups: null };
  await tx`
    INSERT INTO sso_connections (id, organization_id, kind, name, attributes, created_at, updated_at)
    SELECT ${id}, ${organizationId}, ${kind}, ${name}, ${JSON.stringify(none)}::text::json, ${now}, ${now}
     WHERE (SELECT count(*) FROM sso_connections WHERE organization_id = ${organizationId}) < ${most}`;
  return findConnection(tx, id, organizationId);
}

export async function saveConnection(tx: Db, row: ConnectionRow): Promise<void> {
  await tx`
    UPDATE sso_connections SET name = ${row.name}, enabled = ${row.enabled}, required = ${row.required}, provisioning = ${row.provisioning},
           trusts_second_factor = ${row.trustsSecondFactor}, admin_groups = ${row.adminGroups},
           attributes = ${JSON.stringify(row.attributes)}::text::json, session_hours = ${row.sessionHours},
           issuer = ${row.issuer}, client_id = ${row.clientId}, client_secret = ${row.clientSecret},
           entity_id = ${row.entityId}, sign_in_url = ${row.signInUrl},
           certificates = ${JSON.stringify(row.certificates)}::text::json, metadata_url = ${row.metadataUrl},
           tested_at = ${row.testedAt}, updated_at = ${row.updatedAt}
     WHERE id = ${row.id}`;
}

/** The roles are the organization's, or templates. Apart from the rest: what isn't sent keeps the roles it named. */
export async function saveGroupRoles(
  tx: Db,
  { id, organizationId }: Pick<ConnectionRow, 'id' | 'organizationId'>,
  groupRoles: GroupRoles,
): Promise<void> {
  await tx`
    UPDATE sso_connections SET group_roles = (
      SELECT coalesce(json_agg(json_build_object('group', e.each->>'group', 'roleIds', ARRAY(
               SELECT r.id FROM organization_roles r
                WHERE r.key IN (SELECT json_array_elements_text(e.each->'roles'))
                  AND (r.organization_id IS NULL OR r.organization_id = ${organizationId}))) ORDER BY e.nth), '[]')
        FROM json_array_elements(${JSON.stringify(groupRoles)}::text::json) WITH ORDINALITY AS e (each, nth))
     WHERE id = ${id}`;
}

/**
 * Gives a linked person the roles of these groups, instead of those by their last sign-in. Returns the keys of both. The
 * person is locked.
 */
export async function setLinkRoles(
  tx: Db,
  { connectionId, userId }: { connectionId: string; userId: string },
  groups: readonly string[],
): Promise<{ from: string[]; to: string[] }> {
  const keys = tx.unsafe(keysOf('l.role_ids'));
  const [before] = await tx<{ keys: string[] }[]>`
    SELECT ${keys} AS keys FROM sso_links l WHERE l.connection_id = ${connectionId} AND l.user_id = ${userId}`;
  const [after] = await tx<{ keys: string[] }[]>`
    UPDATE sso_links l SET role_ids = ARRAY(
             SELECT DISTINCT role_id FROM sso_connections c, json_array_elements(c.group_roles) AS e (each),
                    unnest(${tx.unsafe(idsIn('e.each'))}) AS role_id
              WHERE c.id = l.connection_id AND e.each->>'group' = ANY (${[...groups]}::text[]) ORDER BY role_id)
     WHERE l.connection_id = ${connectionId} AND l.user_id = ${userId} RETURNING ${tx.unsafe(keysOf('l.role_ids'))} AS keys`;
  return { from: before?.keys ?? [], to: after?.keys ?? [] };
}

export async function deleteConnectionRow(tx: Db, id: string): Promise<void> {
  await tx`DELETE FROM sso_connections WHERE id = ${id}`;
}

type ClaimedDomain = { id: string; name: string; isProven: boolean; connectionId: string | null };

export function findDomainsNamed(
  tx: Db,
  organizationId: string,
  names: readonly string[],
): Promise<ClaimedDomain[]> {
  return tx<ClaimedDomain[]>`
    SELECT id, name, verified_at IS NOT NULL AS is_proven, connection_id FROM organization_domains
     WHERE organization_id = ${organizationId} AND name = ANY (${names}::text[])`;
}

/** Gives a connection these domains and no others. The organization is locked. */
export async function assignDomains(tx: Db, connectionId: string, ids: readonly string[]): Promise<void> {
  await tx`
    UPDATE organization_domains SET connection_id = NULL
     WHERE connection_id = ${connectionId} AND NOT id = ANY (${ids}::uuid[])`;
  await tx`UPDATE organization_domains SET connection_id = ${connectionId} WHERE id = ANY (${ids}::uuid[])`;
}

/** No connection of the organization is required any more. Returns those that were. */
export async function releaseConnections(
  tx: Db,
  organizationId: string,
  now: Date,
): Promise<ConnectionRow[]> {
  const rows = await tx<{ id: string }[]>`
    UPDATE sso_connections SET required = false, updated_at = ${now}
     WHERE organization_id = ${organizationId} AND required RETURNING id`;
  const all = await listConnectionRows(tx, organizationId);
  return all.filter(({ id }) => rows.some((each) => each.id === id));
}

/** Only if the issuer or entity ID that was tested is still the connection's. */
export async function noteTested(
  tx: Db,
  { id, issuer, entityId }: Pick<ConnectionRow, 'id' | 'issuer' | 'entityId'>,
  now: Date,
): Promise<void> {
  await tx`
    UPDATE sso_connections SET tested_at = ${now}
     WHERE id = ${id} AND issuer IS NOT DISTINCT FROM ${issuer} AND entity_id IS NOT DISTINCT FROM ${entityId}`;
}
