import type { Context } from '../caller/caller.ts';
import { endImpersonation } from '../caller/end-impersonation.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';

export async function exitImpersonation({
  deps,
  caller,
  origin,
}: Context): Promise<Refusal<'NOT_IMPERSONATING'> | undefined> {
  if (caller.kind !== 'session' || !caller.impersonation) return refuse('NOT_IMPERSONATING');
  const { sessionId, impersonation } = caller;
  const ending = { action: 'ADMIN_IMPERSONATION_END', reason: 'exit' } as const;
  const ended = await transact(deps, (tx) =>
    endImpersonation(tx, { sessionId, impersonation, ending }, origin),
  );
  return ended ? undefined : refuse('NOT_IMPERSONATING');
}
