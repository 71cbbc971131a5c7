import { transact } from '../db/transact.ts';
import type { Impersonation, OpenContext, SessionCaller } from './caller.ts';
import { endImpersonation } from './end-impersonation.ts';
import { endingOf } from './impersonation-policy.ts';

type Pair = {
  admin: SessionCaller;
  target: Omit<SessionCaller, 'kind' | 'impersonation'> | undefined;
  impersonation: Impersonation;
};

/** The target while the impersonation lasts; afterwards the ADMIN again, starting with this request. */
export async function effectiveCaller(
  { deps, origin }: OpenContext,
  { admin, target, impersonation }: Pair,
): Promise<SessionCaller> {
  const ending = endingOf(admin, target, impersonation.startedAt, origin.now);
  // The ADMIN has proven both factors, and must not set them up for someone else.
  if (!ending && target) return { ...target, kind: 'session', impersonation, mustSetUpTwoFactor: false };
  if (ending)
    await transact(deps, (tx) =>
      endImpersonation(tx, { sessionId: admin.sessionId, impersonation, ending }, origin),
    );
  return admin;
}
