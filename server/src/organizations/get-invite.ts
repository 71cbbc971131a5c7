import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findInvite, type OpenedInvite } from './invite-store.ts';
import { isExpired } from './policy.ts';

export async function getInvite(
  { deps, origin }: OpenContext,
  { token }: { token: string },
): Promise<OpenedInvite | Refusal<'NOT_FOUND' | 'INVITE_EXPIRED'>> {
  const invite = await findInvite(deps.sql, sha256(token));
  if (!invite) return refuse('NOT_FOUND');
  return isExpired(invite, origin.now) ? refuse('INVITE_EXPIRED') : invite;
}
