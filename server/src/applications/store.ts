import type { ApplicationKind, OidcScope, SigningAlgorithm } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';
import { onPrimary } from '../db/writable-store.ts';

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
  /** It registered itself: it always asks, and is removed when nobody uses it. */
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
  organization_id, signing_algorithm, require_pkce, scopes, dynamic, created_at, updated_at`;

export function listRows(db: Db): Promise<ApplicationRow[]> {
  return db<ApplicationRow[]>`SELECT ${columns(db)} FROM applications ORDER BY created_at DESC, id DESC`;
}

export async function findApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`SELECT ${columns(db)} FROM applications WHERE id = ${id}`;
  return row;
}

export async function findByClientId(db: Db, clientId: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`
    SELECT ${columns(db)} FROM applications WHERE client_id = ${clientId} AND ${onPrimary(db)}`;
  return row;
}

/** The row as it stands, held until the transaction ends. */
export async function lockApplication(db: Db, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await db<ApplicationRow[]>`
    SELECT ${columns(db)} FROM applications WHERE id = ${id} FOR NO KEY UPDATE`;
  return row;
}

export async function insertApplication(db: Db, row: ApplicationRow): Promise<void> {
  await db`
    INSERT INTO applications (id, client_id, name, kind, redirect_uris, post_logout_redirect_uris,
                              backchannel_logout_uri, first_party, organization_id, signing_algorithm, require_pkce,
                              scopes, dynamic, created_at, updated_at)
    VALUES (${row.id}, ${row.clientId}, ${row.name}, ${row.kind}, ${row.redirectUris}, ${row.postLogoutRedirectUris},
            ${row.backchannelLogoutUri}, ${row.firstParty}, ${row.organizationId}, ${row.signingAlgorithm},
            ${row.requirePkce}, ${row.scopes}, ${row.dynamic}, ${row.createdAt}, ${row.updatedAt})`;
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
           require_pkce = ${fields.requirePkce}, scopes = ${fields.scopes}, updated_at = ${now}
     WHERE id = ${id}`;
}

export async function deleteRow(db: Db, id: string): Promise<boolean> {
  return (await db`DELETE FROM applications WHERE id = ${id} RETURNING id`).length === 1;
}

/** Held until the transaction ends: meanwhile it is not deleted, and nobody leaves it. */
export async function holdOrganization(db: Db, id: string): Promise<boolean> {
  return (await db`SELECT 1 FROM organizations WHERE id = ${id} FOR KEY SHARE`).length === 1;
}

/** Whether somebody is a member. Holds until the transaction ends. */
export async function holdMembership(db: Db, userId: string, organizationId: string): Promise<boolean> {
  await holdOrganization(db, organizationId);
  return (
    (await db`SELECT 1 FROM users WHERE id = ${userId} AND organization_id = ${organizationId}`).length === 1
  );
}
