import type { Db } from '../../platform/db/sql.ts';

export type OrganizationKeyRow = {
  id: string;
  organizationId: string;
  name: string;
  keyPrefix: string | null;
  /** What its next secret begins with. */
  secretPrefix: string;
  verificationOnly: boolean;
  enabled: boolean;
  scopes: string[];
  allowedNetworks: string[];
  rateLimit: { limit: number; windowSeconds: number } | null;
  externalId: string | null;
  metadata: Record<string, unknown>;
  expiresAt: Date | null;
  previousExpiresAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  createdBy: { id: string; email: string } | null;
  revokedAt: Date | null;
};

/** Of `organization_keys k`. */
export const keyColumns = (db: Db) => db`
  k.id, k.organization_id, k.name, k.key_prefix, k.secret_prefix, k.verification_only, k.enabled, k.scopes,
  k.allowed_networks, k.external_id, k.metadata, k.expires_at, k.previous_expires_at, k.created_at, k.revoked_at,
  CASE WHEN k.rate_limit IS NOT NULL
       THEN json_build_object('limit', k.rate_limit, 'windowSeconds', k.rate_window_seconds) END AS rate_limit,
  (SELECT n.last_used_at FROM organization_key_uses n WHERE n.key_id = k.id) AS last_used_at,
  (SELECT json_build_object('id', u.id, 'email', u.email) FROM users u WHERE u.id = k.created_by) AS created_by`;

/** All keys of an organization, or those that a user created since then, wherever that was. */
export type KeysToEnd = { organizationId: string } | { makerId: string; since: Date };

export function revokeKeysOf(tx: Db, keys: KeysToEnd, now: Date): Promise<OrganizationKeyRow[]> {
  const which =
    'makerId' in keys
      ? tx`k.created_by = ${keys.makerId} AND k.created_at >= ${keys.since}`
      : tx`k.organization_id = ${keys.organizationId}`;
  return tx<OrganizationKeyRow[]>`
    UPDATE organization_keys k SET revoked_at = ${now} WHERE ${which} AND k.revoked_at IS NULL
    RETURNING ${keyColumns(tx)}`;
}

/** Ends the secrets that a user got since then. A key keeps the earlier one that still works, and can be rotated. */
export async function endSecretsBy(
  tx: Db,
  { makerId, since }: { makerId: string; since: Date },
  now: Date,
): Promise<void> {
  await tx`
    UPDATE organization_key_secrets SET expires_at = ${now}
     WHERE created_by = ${makerId} AND created_at >= ${since} AND (expires_at IS NULL OR expires_at > ${now})`;
}
