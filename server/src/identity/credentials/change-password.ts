import type { Db } from '../../platform/db/sql.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { Deps, OpenContext } from '../deps.ts';
import { recentPasswords } from './password-store.ts';

/**
 * The hash of a new password that isn't in the history. Outside any transaction, because it may verify five
 * hashes.
 */
export async function hashNewPassword(
  deps: Deps,
  userId: string,
  password: string,
): Promise<string | Refusal<'PASSWORD_REUSED'>> {
  for (const earlier of await recentPasswords(deps.sql, userId))
    if (await deps.hasher.verify(password, earlier))
      return refuse('PASSWORD_REUSED', { details: { password: ['Was used before.'] } });
  return deps.hasher.hash(password);
}

/** After a new password is set, and what the old one opened has ended: records that, and tells the owner. */
export async function settleNewPassword(
  { deps, origin }: OpenContext,
  tx: Db,
  user: UserRow,
  {
    action,
    sessionsRevoked,
  }: { action: 'SECURITY_PASSWORD_CHANGED' | 'SECURITY_PASSWORD_RESET'; sessionsRevoked: number },
): Promise<void> {
  await record(tx, origin, {
    action,
    user: { ...user, updatedAt: origin.now },
    metadata: { sessionsRevoked },
  });
  // A password reset proves that the user reads mail there.
  const provenAt = action === 'SECURITY_PASSWORD_RESET' ? origin.now : user.emailVerifiedAt;
  const owner = { ...user, emailVerifiedAt: provenAt };
  await mailUser(deps, tx, owner, {
    type: 'password_changed',
    at: origin.now,
    ipAddress: origin.ipAddress,
    link: `${deps.config.baseUrl}/forgot-password`,
  });
}
