import type { ProofMethod } from '@latchkey/contract';
import { noteProof } from '../accounts/proof-store.ts';
import { record } from '../audit/record.ts';
import { type Context, sessionIdOf } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';

/** Runs in the guess's transaction. The session may have ended while the secret was being checked. */
export async function settleProof(
  { caller, origin }: Context,
  tx: Db,
  method: ProofMethod,
): Promise<Date | Refusal<'UNAUTHENTICATED'>> {
  const sessionId = sessionIdOf(caller);
  if (!sessionId || !(await noteProof(tx, sessionId, origin.now))) return refuse('UNAUTHENTICATED');
  const metadata = { method, sessionId };
  await record(tx, origin, { action: 'SECURITY_REAUTHENTICATED', user: caller.user, metadata });
  return origin.now;
}
