import type { Policy, PolicyReason } from '@latchkey/contract';
import type { ActorContext } from '../../identity/caller/caller.ts';
import { hasSecondFactor } from '../../identity/credentials/two-factor.ts';
import { reasonsAgainst } from '../../identity/policies/judge.ts';
import {
  findConnectionUse,
  findPoliciesOf,
  type HeldPolicy,
  type PersonPolicies,
  type PolicyScope,
} from '../../identity/policies/policy-store.ts';
import type { Db } from '../../platform/db/sql.ts';

/** Why the caller's own session would be refused if this policy replaced the one that is set. */
export async function reasonsToLockOut(
  { deps, caller, origin }: ActorContext,
  db: Db,
  scope: PolicyScope,
  policy: Policy,
): Promise<PolicyReason[]> {
  if (caller.kind === 'apiKey' || caller.kind === 'system') return [];
  const { id, organizationId, organizationRole } = caller.user;
  const held = await findPoliciesOf(db, id);
  const isConnected = organizationId !== null && !held && (await findConnectionUse(db, { organizationId }));
  const connections = held?.connections ?? (isConnected ? [organizationId] : []);
  const policies = replaced(
    { connections, set: held?.set ?? [], required: held?.required ?? null },
    scope,
    policy,
    origin.now,
  );
  const judged = {
    organizationId,
    organizationRole,
    hasSecondFactor: hasSecondFactor(deps.config, caller.user),
    signIn: caller.signIn,
  };
  return reasonsAgainst(deps.config, policies, judged, origin.now);
}

/** Grace goes on counting from the day it began. If the policy begins to ask only now, that is today. */
function replaced(
  { set, ...held }: PersonPolicies,
  { organizationId }: PolicyScope,
  policy: Policy,
  now: Date,
): PersonPolicies {
  const before = set.find((each) => each.organizationId === organizationId);
  const since = before?.twoFactorRequired ? before.twoFactorSince : now.toISOString();
  const after: HeldPolicy = {
    ...policy,
    organizationId,
    twoFactorSince: policy.twoFactorRequired ? since : null,
  };
  return { ...held, set: [...set.filter((each) => each !== before), after] };
}
