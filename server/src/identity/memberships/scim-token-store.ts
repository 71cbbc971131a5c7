import type { Db } from '../../platform/db/sql.ts';

export type ScimTokenRow = {
  id: string;
  organizationId: string;
  description: string | null;
  createdAt: Date;
  createdBy: { id: string; email: string } | null;
  lastUsedAt: Date | null;
};

/** Of `scim_tokens t`. */
const columns = (db: Db) => db`
  t.id, t.organization_id, t.description, t.created_at, t.last_used_at,
  (SELECT json_build_object('id', u.id, 'email', u.email) FROM users u WHERE u.id = t.created_by) AS created_by`;

export function listScimTokenRows(db: Db, organizationId: string): Promise<ScimTokenRow[]> {
  return db<ScimTokenRow[]>`
    SELECT ${columns(db)} FROM scim_tokens t WHERE t.organization_id = ${organizationId} ORDER BY t.created_at, t.id`;
}

type NewToken = Pick<ScimTokenRow, 'id' | 'organizationId' | 'description'> & {
  hash: Buffer;
  makerId: string | null;
  now: Date;
};

/** Undefined when the limit is reached. The organization is locked, so tokens are created one at a time. */
export async function insertScimToken(
  tx: Db,
  token: NewToken,
  most: number,
): Promise<ScimTokenRow | undefined> {
  const { id, organizationId, description, hash, makerId, now } = token;
  const [row] = await tx<ScimTokenRow[]>`
    INSERT INTO scim_tokens AS t (id, organization_id, hash, description, created_at, created_by)
    SELECT ${id}, ${organizationId}, ${hash}, ${description}, ${now}, ${makerId}
     WHERE (SELECT count(*) FROM scim_tokens WHERE organization_id = ${organizationId}) < ${most}
    RETURNING ${columns(tx)}`;
  return row;
}

/** Works once: a revoked token is not found. */
export async function deleteScimToken(
  tx: Db,
  organizationId: string,
  id: string,
): Promise<ScimTokenRow | undefined> {
  const [row] = await tx<ScimTokenRow[]>`
    DELETE FROM scim_tokens t WHERE t.id = ${id} AND t.organization_id = ${organizationId} RETURNING ${columns(tx)}`;
  return row;
}

/** All tokens of an organization, or those that a user created since then, wherever that was. */
export function deleteScimTokensOf(
  tx: Db,
  tokens: { organizationId: string } | { makerId: string; since: Date },
): Promise<ScimTokenRow[]> {
  const which =
    'makerId' in tokens
      ? tx`t.created_by = ${tokens.makerId} AND t.created_at >= ${tokens.since}`
      : tx`t.organization_id = ${tokens.organizationId}`;
  return tx<ScimTokenRow[]>`DELETE FROM scim_tokens t WHERE ${which} RETURNING ${columns(tx)}`;
}

/** The token with this hash, and its organization. Undefined for one that was revoked. */
export async function findScimToken(
  db: Db,
  hash: Buffer,
): Promise<Pick<ScimTokenRow, 'id' | 'organizationId'> | undefined> {
  const [row] = await db<Pick<ScimTokenRow, 'id' | 'organizationId'>[]>`
    SELECT id, organization_id FROM scim_tokens WHERE hash = ${hash}`;
  return row;
}

/** In the order of ids, so that two nodes don't wait for each other. */
export async function touchScimTokens(db: Db, ids: string[], times: Date[]): Promise<void> {
  await db`
    WITH used AS MATERIALIZED (
      SELECT t.id, used.at
        FROM unnest(${ids}::uuid[], ${times.map((time) => time.toISOString())}::timestamptz[]) AS used (id, at)
        JOIN scim_tokens t ON t.id = used.id ORDER BY t.id FOR NO KEY UPDATE OF t)
    UPDATE scim_tokens t SET last_used_at = used.at FROM used
     WHERE t.id = used.id AND (t.last_used_at IS NULL OR t.last_used_at < used.at)`;
}
