import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { Deps } from '../deps.ts';
import { findProof } from '../sessions/proof-store.ts';
import { hasNothingOwn, isRecent, ownMethodsOf } from '../sessions/recent-proof.ts';
import { type Caller, isVouched, sessionIdOf } from './caller.ts';

export type PersonalRefusal = Refusal<'REAUTHENTICATION_REQUIRED' | 'UNAUTHENTICATED'>;

/**
 * For what is the person's own: an identity provider that began the session, or the one that made the key, can't speak for
 * them there. They have to prove lately that it's them, in a way that no organization controls. `mayBeFirst`: not if they
 * have no such way.
 */
export async function refusePersonal(
  { deps, caller }: { deps: Pick<Deps, 'sql' | 'clock' | 'config'>; caller: Caller },
  { mayBeFirst = false } = {},
): Promise<PersonalRefusal | undefined> {
  if (!isVouched(caller)) return undefined;
  const sessionId = sessionIdOf(caller);
  const proof = await findProof(deps.sql, caller.user.id, sessionId);
  if (!proof || (sessionId && !proof.isSession)) return refuse('UNAUTHENTICATED');
  if (isRecent(proof.ownProvenAt, deps.clock.now(), caller.verdict.recentProofMinutes)) return undefined;
  if (sessionId && mayBeFirst && hasNothingOwn(proof)) return undefined;
  const methods = sessionId ? ownMethodsOf(deps.config, proof) : ['sign_in'];
  return refuse('REAUTHENTICATION_REQUIRED', { details: { methods } });
}
