import type { ApplicationKind, OidcScope, SigningAlgorithm } from '@latchkey/contract';
import { onPrimary } from '../../platform/db/server-store.ts';
import type { Db } from '../../platform/db/sql.ts';

export type ApplicationRow = {
  id: string;
  clientId: string;
  name: string;
  kind: ApplicationKind;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  backchannelLogoutUri: string | null;
  firstParty: boolean;
  organizationId: string | null;
  signingAlgorithm: SigningAlgorithm;
  requirePkce: boolean;
  scopes: OidcScope[];
  enabled: boolean;
  /** It may ask for a sign-in with a code that people enter elsewhere. */
  deviceGrant: boolean;
  /** The application registered itself. It always asks for consent, and is removed when it is not used. */
  dynamic: boolean;
  createdAt: Date;
  updatedAt: Date;
};

export type ApplicationFields = Omit<
  ApplicationRow,
  'id' | 'clientId' | 'kind' | 'dynamic' | 'createdAt' | 'updatedAt'
>;

const columns = (db: Db) => db`
  id, client_id, name, kind, redirect_uris, post_logout_redirect_uris, backchannel_logout_uri, first_party,
  organization_id, signing_algorithm, require_pkce, scopes, enabled, device_grant, dynamic, created_at, updated_at`;

export function listRows(db: Db): Promise<ApplicationRow[]> {
  return db<ApplicationRow[]>`SELECT ${columns(db)} FROM applications ORDER BY created_at DESC, id DESC`;
}

export async function findApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`SELECT ${columns(db)} FROM applications WHERE id = ${id}`;
  return row;
}

export async function findByClientId(db: Db, clientId: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`
    SELECT ${columns(db)} FROM applications WHERE client_id = ${clientId} AND enabled AND ${onPrimary(db)}`;
  return row;
}

/** A client that a document describes, even a disabled one. `locked`: until the transaction ends. */
export async function findDocumented(
  db: Db,
  clientId: string,
  locked?: 'locked',
): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`
    SELECT ${columns(db)} FROM applications WHERE client_id = ${clientId} ${locked ? db`FOR NO KEY UPDATE` : db``}`;
  return row;
}

/** The current row, locked until the transaction ends. */
export async function lockApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`
    SELECT ${columns(db)} FROM applications WHERE id = ${id} FOR NO KEY UPDATE`;
  return row;
}

export async function insertApplication(db: Db, row: ApplicationRow): Promise<void> {
  await db`
    INSERT INTO applications (id, client_id, name, kind, redirect_uris, post_logout_redirect_uris,
                              backchannel_logout_uri, first_party, organization_id, signing_algorithm, require_pkce,
                              scopes, device_grant, dynamic, created_at, updated_at)
    VALUES (${row.id}, ${row.clientId}, ${row.name}, ${row.kind}, ${row.redirectUris}, ${row.postLogoutRedirectUris},
            ${row.backchannelLogoutUri}, ${row.firstParty}, ${row.organizationId}, ${row.signingAlgorithm},
            ${row.requirePkce}, ${row.scopes}, ${row.deviceGrant}, ${row.dynamic}, ${row.createdAt}, ${row.updatedAt})`;
}

export async function saveApplication(
  db: Db,
  id: string,
  fields: ApplicationFields,
  now: Date,
): Promise<void> {
  await db`
    UPDATE applications
       SET name = ${fields.name}, redirect_uris = ${fields.redirectUris},
           post_logout_redirect_uris = ${fields.postLogoutRedirectUris},
           backchannel_logout_uri = ${fields.backchannelLogoutUri}, first_party = ${fields.firstParty},
           organization_id = ${fields.organizationId}, signing_algorithm = ${fields.signingAlgorithm},
           require_pkce = ${fields.requirePkce}, scopes = ${fields.scopes}, enabled = ${fields.enabled},
           device_grant = ${fields.deviceGrant}, updated_at = ${now}
     WHERE id = ${id}`;
}

export async function deleteRow(db: Db, id: string): Promise<boolean> {
  return (await db`DELETE FROM applications WHERE id = ${id} RETURNING id`).length === 1;
}

/** Locks the organization until the transaction ends: it can't be deleted, and no member can leave it. */
export async function holdOrganization(db: Db, id: string): Promise<boolean> {
  return (await db`SELECT 1 FROM organizations WHERE id = ${id} FOR KEY SHARE`).length === 1;
}

/** Whether the user is a member. The answer holds until the transaction ends. */
export async function holdMembership(db: Db, userId: string, organizationId: string): Promise<boolean> {
  await holdOrganization(db, organizationId);
  return (
    (
      await db`
        SELECT 1 FROM organization_members WHERE user_id = ${userId} AND organization_id = ${organizationId}`
    ).length === 1
  );
}

export type GrantedRow = {
  id: string;
  clientId: string;
  name: string;
  firstParty: boolean;
  dynamic: boolean;
  scopes: string[];
  grantedAt: Date;
  lastUsedAt: Date | null;
};

export function listGranted(db: Db, userId: string): Promise<GrantedRow[]> {
  return db<GrantedRow[]>`
    SELECT a.id, a.client_id, a.name, a.first_party, a.dynamic, c.granted_at,
           ARRAY(SELECT s.scope FROM application_consents x, unnest(x.scopes) WITH ORDINALITY AS s (scope, n)
                  WHERE x.user_id = ${userId} AND x.application_id = a.id
                  GROUP BY s.scope ORDER BY min(s.n), s.scope) AS scopes,
           (SELECT max(g.last_used_at) FROM application_grants g
             WHERE g.user_id = ${userId} AND g.application_id = a.id) AS last_used_at
      FROM (SELECT application_id, min(created_at) AS granted_at FROM application_consents
             WHERE user_id = ${userId} GROUP BY application_id) AS c
      JOIN applications a ON a.id = c.application_id
     ORDER BY c.granted_at DESC, a.id`;
}

const liveSecrets = 2;

/** This secret and the newest one before it are live. Call in a transaction that holds the application. */
export async function addSecret(
  db: Db,
  secret: { id: string; applicationId: string; hash: Buffer; now: Date },
): Promise<void> {
  const { id, applicationId, hash, now } = secret;
  await db`
    INSERT INTO application_secrets (id, application_id, secret_hash, created_at)
    VALUES (${id}, ${applicationId}, ${hash}, ${now})`;
  await db`
    DELETE FROM application_secrets WHERE application_id = ${applicationId} AND id <> ${id} AND id NOT IN (
      SELECT id FROM application_secrets WHERE application_id = ${applicationId} AND id <> ${id}
       ORDER BY id DESC LIMIT ${liveSecrets - 1})`;
}

export async function isSecret(db: Db, applicationId: string, hash: Buffer): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM application_secrets WHERE application_id = ${applicationId} AND secret_hash = ${hash}`;
  return rows.length === 1;
}
