import { findToken, useToken } from '../accounts/token-store.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { markVerified } from './mark-verified.ts';

export async function verifyEmail(
  { deps, origin }: OpenContext,
  { token }: { token: string },
): Promise<UserRow | Refusal<'TOKEN_INVALID'>> {
  const hash = sha256(token);
  const found = await findToken(deps.sql, 'email_verification', hash, origin.now);
  if (!found) return refuse('TOKEN_INVALID');
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, found.userId, origin.now);
    const used = user && (await useToken(tx, 'email_verification', hash, origin.now));
    if (!used || user.email !== used.email) return refuse('TOKEN_INVALID');
    await markVerified(tx, user, origin);
    return { ...user, emailVerifiedAt: user.emailVerifiedAt ?? origin.now };
  });
}
