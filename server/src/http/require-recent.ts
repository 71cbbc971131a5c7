import { findProof } from '../accounts/proof-store.ts';
import { isRecent, methodsOf } from '../accounts/recent-proof.ts';
import { type Caller, impersonationOf, sessionIdOf } from '../caller/caller.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Call } from './call.ts';

/** If the declaration requires it: the session's user has recently proven who they are. */
export function requireRecent(call: Call): undefined | Promise<Refusal | undefined> {
  return call.route.recent && call.caller ? requireRecentOf(call, call.caller) : undefined;
}

async function requireRecentOf({ deps }: Call, caller: Caller): Promise<Refusal | undefined> {
  const proof = await findProof(deps.sql, caller.user.id, sessionIdOf(caller));
  if (proof && isRecent(proof, deps.clock.now())) return undefined;
  // An ADMIN who impersonates someone can't prove anything as that person.
  const methods = proof && !impersonationOf(caller) ? methodsOf(deps.config, proof) : ['sign_in'];
  return refuse('REAUTHENTICATION_REQUIRED', { details: { methods } });
}
