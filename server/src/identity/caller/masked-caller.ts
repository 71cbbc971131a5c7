import { transact } from '../../platform/db/transact.ts';
import { refuse } from '../../platform/refusal.ts';
import type { Impersonation, OpenContext, SessionCaller } from './caller.ts';
import {
  type CallerRow,
  chosenImpersonatedCallers,
  impersonatedCallers,
  inOrganization,
  type SessionCallerRow,
  sessionCallers,
  type TargetRow,
} from './caller-store.ts';
import { type Choice, idOf, isForeign, type NotTheirs } from './choice.ts';
import { endImpersonation, endingOf } from './impersonation.ts';
import { personOf, signedIn } from './person.ts';

type Pair = {
  admin: SessionCaller;
  target:
    | (Omit<SessionCaller, 'kind' | 'impersonation' | 'user' | 'signIn'> & {
        user: TargetRow;
      })
    | undefined;
  impersonation: Impersonation;
};

/**
 * The target while the impersonation lasts. After its hour the ADMIN again, starting with this request; if it can't go on
 * for another reason, the ADMIN, whose request is refused (http/authorize.ts): it was meant for the target.
 */
async function effectiveCaller(
  { deps, origin }: OpenContext,
  { admin, target, impersonation }: Pair,
): Promise<SessionCaller> {
  const ending = endingOf(admin, target, impersonation.startedAt, origin.now);
  // The ADMIN has proven both factors, and must not set them up for someone else. Policies judge the ADMIN's own session.
  const verdict = { ...admin.verdict, twoFactorDueAt: null };
  const { signIn } = admin;
  const own = { kind: 'session', signIn, verdict, mustSetUpTwoFactor: false } as const;
  if (!ending && target) return { ...target, ...own, impersonation };
  if (ending?.action === 'ADMIN_IMPERSONATION_END')
    return { ...admin, impersonation: { ...impersonation, over: ending }, mustSetUpTwoFactor: false };
  if (ending)
    await transact(deps, (tx) =>
      endImpersonation(tx, { sessionId: admin.sessionId, impersonation, ending }, origin),
    );
  return admin;
}

/** The caller during an impersonation. Its target belongs to the chosen organization; its ADMIN need not. */
export async function findMask(
  context: OpenContext,
  found: SessionCallerRow,
  choice: Choice,
): Promise<SessionCaller | NotTheirs | undefined> {
  const { lookups } = context.deps;
  const { sessionId, impersonatedUserId: targetId } = found;
  if (!targetId) return undefined;
  const owner = choice === undefined ? found : await lookups.find(sessionCallers, sessionId);
  const target = await findTarget(context, targetId, choice);
  const impersonation = owner && impersonationIn(owner, target);
  if (!impersonation) return undefined;
  const admin: SessionCaller = {
    ...signedIn(context, owner, owner.sessionExpiresAt),
    kind: 'session',
    impersonation: null,
  };
  const caller = await effectiveCaller(context, {
    admin,
    target: target && { ...personOf(context, target, { signIn: null, endsAt: null }), sessionId },
    impersonation,
  });
  if (!caller.impersonation) return undefined;
  const isOver = caller.impersonation.over !== null;
  return !isOver && isForeign(choice, caller.user.organizationId) ? refuse('NO_ORGANIZATION') : caller;
}

/** In the chosen organization; in their default, if they don't belong to it. */
async function findTarget(
  { deps: { lookups } }: OpenContext,
  userId: string,
  choice: Choice,
): Promise<Readonly<TargetRow> | undefined> {
  const chosen = idOf(choice);
  const key = chosen && inOrganization(userId, chosen);
  const there = key ? await lookups.find(chosenImpersonatedCallers, key) : undefined;
  return there?.organizationId ? there : lookups.find(impersonatedCallers, userId);
}

function impersonationIn(owner: SessionCallerRow, target: CallerRow | undefined): Impersonation | undefined {
  const { impersonatedUserId, impersonatedEmail, impersonationStartedAt } = owner;
  if (!impersonatedUserId || impersonatedEmail === null || !impersonationStartedAt) return undefined;
  return {
    originalUserId: owner.id,
    originalEmail: owner.email,
    originalRole: owner.role,
    originalOrganizationId: owner.organizationId,
    targetUserId: impersonatedUserId,
    targetEmail: impersonatedEmail,
    targetOrganizationId: (target ?? owner).defaultOrganizationId,
    startedAt: impersonationStartedAt,
    over: null,
  };
}
