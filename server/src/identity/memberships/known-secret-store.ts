import type { Db } from '../../platform/db/sql.ts';

/** Secrets of an organization that work and that one person was shown. */
export type KnownSecrets = {
  organizationId: string;
  organizationName: string;
  tokens: { description: string | null }[];
  keys: { name: string; keyPrefix: string | null }[];
};

/** By organization. A key that another person rotated since counts until its earlier secret ends. */
export function findKnownSecrets(
  tx: Db,
  { makerId, organizationIds, now }: { makerId: string; organizationIds: readonly string[]; now: Date },
): Promise<KnownSecrets[]> {
  return tx<KnownSecrets[]>`
    SELECT o.id AS organization_id, o.name AS organization_name,
           (SELECT coalesce(json_agg(json_build_object('description', t.description) ORDER BY t.created_at, t.id), '[]')
              FROM scim_tokens t WHERE t.organization_id = o.id AND t.created_by = ${makerId}) AS tokens,
           (SELECT coalesce(json_agg(json_build_object('name', k.name, 'keyPrefix', k.key_prefix)
                                     ORDER BY k.created_at, k.id), '[]')
              FROM organization_keys k
             WHERE k.organization_id = o.id AND k.revoked_at IS NULL
               AND (k.expires_at IS NULL OR k.expires_at > ${now})
               AND k.id IN (SELECT s.key_id FROM organization_key_secrets s
                             WHERE s.created_by = ${makerId}
                               AND (s.expires_at IS NULL OR s.expires_at > ${now}))) AS keys
      FROM organizations o WHERE o.id = ANY (${organizationIds}) ORDER BY o.id`;
}
