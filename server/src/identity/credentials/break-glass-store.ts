import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';

/** Passkeys count only where they can be used. */
type Rules = Pick<Config, 'passkeyDomain' | 'features'>;

/** Whether the service's policy allows a way in. */
function isAllowed(db: Db, method: 'password' | 'passkey') {
  return db`NOT EXISTS (
    SELECT 1 FROM policies y WHERE y.organization_id IS NULL AND NOT ${method} = ANY (y.sign_in_methods))`;
}

/** Whether a row of `users u` has a password with two-factor, or a passkey that verifies its user, and may use it. */
function hasMeans(db: Db, { passkeyDomain }: Rules) {
  return db`(
    u.password_hash IS NOT NULL AND u.two_factor_enabled AND ${isAllowed(db, 'password')}
    OR ${passkeyDomain !== null} AND ${isAllowed(db, 'passkey')}
       AND EXISTS (SELECT 1 FROM passkeys p WHERE p.user_id = u.id AND p.verifies_user))`;
}

/** How many active OWNERs could get in although single sign-on is required. */
export async function countBreakGlassOwners(db: Db, rules: Rules, organizationId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    SELECT count(*)::int FROM organization_members m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = ${organizationId} AND m.role = 'OWNER' AND u.is_active AND ${hasMeans(db, rules)}`;
  return row?.count ?? 0;
}

/**
 * Whether a user is the last OWNER who could get in, in one organization or any of theirs, while it requires single
 * sign-on. Needs a transaction that has locked those organizations.
 */
export async function isLastBreakGlassOwner(
  tx: Db,
  rules: Rules,
  userId: string,
  organizationId: string | null = null,
): Promise<boolean> {
  if (!rules.features.sso) return false;
  const rows = await tx`
    SELECT 1 FROM organization_members own JOIN users u ON u.id = own.user_id
     WHERE u.id = ${userId} AND u.is_active AND ${hasMeans(tx, rules)} AND own.role = 'OWNER'
       AND own.organization_id = coalesce(${organizationId}::uuid, own.organization_id)
       AND EXISTS (SELECT 1 FROM sso_connections c JOIN organization_domains d ON d.connection_id = c.id
                    WHERE c.organization_id = own.organization_id AND c.required AND d.verified_at IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM organization_members m JOIN users u ON u.id = m.user_id
                        WHERE m.organization_id = own.organization_id AND m.role = 'OWNER' AND u.is_active
                          AND u.id <> ${userId} AND ${hasMeans(tx, rules)})
     LIMIT 1`;
  return rows.length > 0;
}

/** What a user is about to give up: their authenticator, or one passkey. */
export type GivenUp = { totp: true } | { passkeyId: string };

/** Whether a user could still get in by what is left. */
export async function keepsMeans(tx: Db, rules: Rules, userId: string, without: GivenUp): Promise<boolean> {
  const [totpStays, passkeyId] = 'totp' in without ? [false, null] : [true, without.passkeyId];
  const rows = await tx`
    SELECT 1 FROM users u
     WHERE u.id = ${userId}
       AND (${totpStays} AND u.password_hash IS NOT NULL AND u.two_factor_enabled AND ${isAllowed(tx, 'password')}
            OR ${rules.passkeyDomain !== null} AND ${isAllowed(tx, 'passkey')} AND EXISTS (
                 SELECT 1 FROM passkeys p
                  WHERE p.user_id = u.id AND p.verifies_user AND p.id IS DISTINCT FROM ${passkeyId}::uuid))`;
  return rows.length > 0;
}
