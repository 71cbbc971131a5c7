import { findProof } from '../accounts/proof-store.ts';
import { isRecent, methodsOf } from '../accounts/recent-proof.ts';
import { type Caller, impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Call } from './call.ts';

/** Where the declaration asks for it: whoever holds the session has lately proven who they are. */
export function requireRecent(call: Call): undefined | Promise<Refusal | undefined> {
  return call.route.recent && call.caller ? requireRecentOf(call, call.caller) : undefined;
}

async function requireRecentOf({ deps }: Call, caller: Caller): Promise<Refusal | undefined> {
  const proof = await findProof(deps.sql, caller.user.id, sessionIdOf(caller));
  if (proof && isRecent(proof, deps.clock.now())) return undefined;
  // An ADMIN who acts as somebody else has nothing of theirs to prove.
  const methods = proof && !impersonationOf(caller) ? methodsOf(deps.config, proof) : ['sign_in'];
  return refuse('REAUTHENTICATION_REQUIRED', { details: { methods } });
}
