import type { Db } from '../../platform/db/sql.ts';

export type AttributeNames = {
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  groups: string | null;
};
type StoredCertificate = { pem: string; sha256: string; notAfter: string };

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

function connectionColumns(db: Db) {
  return db`
    c.id, c.organization_id, c.kind, c.name, c.enabled, c.required, c.provisioning, c.trusts_second_factor, c.admin_groups,
    c.attributes, c.session_hours, c.issuer, c.client_id, c.client_secret, c.entity_id, c.sign_in_url, c.certificates,
    c.metadata_url, c.tested_at, c.created_at, c.updated_at,
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
