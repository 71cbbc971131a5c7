import type { Caller } from '../caller/caller.ts';
import { endImpersonation } from '../caller/end-impersonation.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

export async function exitImpersonation(
  deps: Deps,
  { impersonation, sessionId }: Caller,
  origin: RequestOrigin,
): Promise<Refusal<'NOT_IMPERSONATING'> | undefined> {
  if (!impersonation || sessionId === null) return refuse('NOT_IMPERSONATING');
  const ending = { action: 'ADMIN_IMPERSONATION_END', reason: 'exit' } as const;
  const ended = await transact(deps, (tx) => endImpersonation(tx, sessionId, impersonation, ending, origin));
  return ended ? undefined : refuse('NOT_IMPERSONATING');
}
