import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import type { Caller, Impersonation } from './caller.ts';
import { endImpersonation } from './end-impersonation.ts';
import { endingOf } from './impersonation-policy.ts';

/** The target while the impersonation holds; once it does not, the ADMIN himself, from this very request on. */
export async function effectiveCaller(
  deps: Deps,
  admin: Caller & { sessionId: string },
  target: Caller | undefined,
  impersonation: Impersonation,
  origin: RequestOrigin,
): Promise<Caller> {
  const at = { now: origin.now, twoFactorForAll: deps.config.twoFactorForAll };
  const ending = endingOf(admin, target, impersonation.startedAt, at);
  if (!ending && target) return { ...target, impersonation };
  if (ending)
    await transact(deps, (tx) => endImpersonation(tx, admin.sessionId, impersonation, ending, origin));
  return admin;
}
