import { findProof } from '../accounts/proof-store.ts';
import { isRecent, methodsOf } from '../accounts/recent-proof.ts';
import { impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Call } from './call.ts';

/** Where the declaration asks for it: whoever holds the session has lately proven who they are. */
export async function requireRecent({ route, caller, deps }: Call): Promise<Refusal | undefined> {
  if (!route.recent || !caller) return undefined;
  const proof = await findProof(deps.sql, caller.user.id, sessionIdOf(caller));
  if (proof && isRecent(proof, deps.clock.now())) return undefined;
  // An ADMIN who acts as somebody else has nothing of theirs to prove.
  const methods = proof && !impersonationOf(caller) ? methodsOf(proof) : ['sign_in'];
  return refuse('REAUTHENTICATION_REQUIRED', { details: { methods } });
}
