import { type Refusal, refuse } from '../refusal.ts';
import type { OpenOAuthContext } from './parts.ts';
import { isSpent } from './store.ts';
import type { Pending } from './tokens.ts';

/** A pending token, and the cookie of the browser that started. */
export type PendingInput = { token: string; pendingCookie: string | undefined };

/** What a pending token says, if it is unexpired, unused, and sent by the browser that started. */
export async function getPendingOAuth(
  { deps, origin }: OpenOAuthContext,
  { token, pendingCookie }: PendingInput,
): Promise<Pending | Refusal<'PENDING_TOKEN_INVALID'>> {
  const { tokens, pendingProofs } = deps.oauth;
  const pending = tokens.readPending(token, origin.now);
  if (!pending || !pendingProofs.holds(pendingCookie, pending.id) || (await isSpent(deps.sql, pending.id)))
    return refuse('PENDING_TOKEN_INVALID');
  return pending;
}
