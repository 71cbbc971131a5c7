import { type Policy, unsetPolicy } from '@latchkey/contract';
import { findPermissions, lockPrivileges } from '../../identity/accounts/permission-store.ts';
import {
  type ActorContext,
  actorOf,
  type Context,
  organizationIdOf,
  type SystemContext,
  sessionIdOf,
} from '../../identity/caller/caller.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import { effectivePolicyOf } from '../../identity/policies/effective-policy.ts';
import {
  findConnectionUse,
  findPolicy,
  type PolicyRow,
  type PolicyScope,
  writePolicy,
} from '../../identity/policies/policy-store.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import { type AffectedRow, countAffected, findAffected } from './affected-store.ts';
import { reasonsToLockOut } from './lock-out.ts';
import { policyFields, policyIn, refuseAsked } from './policy-changes.ts';

/** Whose policy a route is about: the service's, or that of the caller's organization. */
export type Owner = 'system' | 'organization';

export type ShownPolicy = { policy: Policy; effective: Policy; version: number; updatedAt: Date | null };
/** A policy as it was sent: fields left out stay as they are. */
type Change = { [Field in keyof Policy]?: Policy[Field] | undefined };

function scopeOf(
  { caller }: Pick<ActorContext, 'caller'>,
  owner: Owner,
): PolicyScope | Refusal<'NO_ORGANIZATION'> {
  if (owner === 'system') return { organizationId: null };
  const organizationId = caller.kind === 'system' ? null : organizationIdOf(caller);
  return organizationId ? { organizationId } : refuse('NO_ORGANIZATION');
}

/** With the strictest of both: for an organization, the service's policy counts too. */
async function shownIn(
  db: Db,
  config: Config,
  scope: PolicyScope,
  row: PolicyRow | undefined,
): Promise<ShownPolicy> {
  const policy = policyIn(row);
  const effective = await effectiveIn(db, config, scope, policy);
  return { policy, effective, version: row?.version ?? 0, updatedAt: row?.updatedAt ?? null };
}

async function effectiveIn(db: Db, config: Config, scope: PolicyScope, policy: Policy): Promise<Policy> {
  const hasConnection = await findConnectionUse(db, scope);
  if (scope.organizationId === null) return effectivePolicyOf(config, { system: policy, hasConnection });
  const system = policyIn(await findPolicy(db, { organizationId: null }));
  return effectivePolicyOf(config, { system, organization: policy, hasConnection });
}

export async function getPolicy(
  context: ActorContext,
  owner: Owner,
): Promise<ShownPolicy | Refusal<'NO_ORGANIZATION'>> {
  const { sql, config } = context.deps;
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  return shownIn(sql, config, scope, await findPolicy(sql, scope));
}

type UpdateRefusal =
  | MembershipRefusal
  | Refusal<
      | 'UNAUTHENTICATED'
      | 'PERMISSION_DENIED'
      | 'VALIDATION_FAILED'
      | 'POLICY_CHANGED'
      | 'POLICY_LOCKS_YOU_OUT'
      | 'BREACH_CHECK_NOT_AVAILABLE'
    >;

/** Changes what was sent, if the caller has seen the current version and would still be let in. */
export async function updatePolicy(
  context: ActorContext,
  owner: Owner,
  { version, policy: change }: { version: number; policy: Change },
): Promise<ShownPolicy | UpdateRefusal> {
  const { deps, caller, origin } = context;
  // Last uses are written late: until then, a new limit would find the caller's own session unused on another node.
  const own = 'user' in caller ? sessionIdOf(caller) : null;
  if (change.idleMinutes && own) await deps.lastUse.sessions.flush([own]);
  return transact<ShownPolicy | UpdateRefusal>(deps, async (tx) => {
    const scope = await lockScope(context, tx, owner);
    if (isRefusal(scope)) return scope as UpdateRefusal;
    const before = await findPolicy(tx, scope, { locked: true });
    const from = policyIn(before);
    const refused = refuseAsked(deps.config, from, change);
    if (refused) return refused;
    if (version !== (before?.version ?? 0)) return refuseVersion(before);
    const to = { ...from, ...change } as Policy;
    const edited = changeOf(from, to, policyFields, 'sides');
    if (!isChanged(edited)) return shownIn(tx, deps.config, scope, before);
    const reasons = await reasonsToLockOut(context, tx, scope, to);
    if (reasons.length > 0) return refuse('POLICY_LOCKS_YOU_OUT', { details: { reasons } });
    const after = await writePolicy(tx, scope, { policy: to, based: version, now: origin.now });
    if (!after) return refuseVersion(await findPolicy(tx, scope));
    const action = owner === 'system' ? 'ADMIN_POLICY_CHANGED' : 'ORG_POLICY_CHANGED';
    const metadata = { version: after.version };
    await record(tx, origin, { action, user: actorOf(caller), metadata, change: edited });
    return shownIn(tx, deps.config, scope, after);
  });
}

function refuseVersion(current: PolicyRow | undefined): Refusal<'POLICY_CHANGED'> {
  return refuse('POLICY_CHANGED', { details: { version: current?.version ?? 0 } });
}

/** Changes of one policy take turns. The caller may have lost their place, or their session, meanwhile. */
async function lockScope(
  context: ActorContext,
  tx: Db,
  owner: Owner,
): Promise<PolicyScope | MembershipRefusal | Refusal<'UNAUTHENTICATED' | 'PERMISSION_DENIED'>> {
  const { caller } = context;
  if (owner === 'system') {
    await lockPrivileges(tx);
    if (caller.kind === 'system') return { organizationId: null };
    const held = await findPermissions(tx, caller.user.id, { ifActive: true });
    if (!(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    return caller.permissions.every((each) => held.includes(each))
      ? { organizationId: null }
      : refuse('PERMISSION_DENIED');
  }
  if (caller.kind === 'system') return refuse('NO_ORGANIZATION');
  const locked = await lockMembership(tx, caller, 'OWNER');
  return isRefusal(locked) ? locked : { organizationId: locked.organization.id };
}

type Preview = { effective: Policy; locksYouOut: boolean; total: number; members: AffectedRow[] };

/** What a change would do, before anyone makes it. */
export async function previewPolicy(
  context: Context,
  owner: Owner,
  { policy: change }: { policy: Change },
): Promise<Preview | Refusal<'NO_ORGANIZATION' | 'VALIDATION_FAILED' | 'BREACH_CHECK_NOT_AVAILABLE'>> {
  const { sql, config } = context.deps;
  const scope = scopeOf(context, owner);
  if (isRefusal(scope)) return scope;
  const from = policyIn(await findPolicy(sql, scope));
  const refused = refuseAsked(config, from, change);
  if (refused) return refused;
  const to = { ...from, ...change } as Policy;
  const effective = await effectiveIn(sql, config, scope, to);
  const reasons = await reasonsToLockOut(context, sql, scope, to);
  const lack = await lackOf(context, scope, effective);
  const members = owner === 'organization' ? await findAffected(sql, lack) : [];
  const total = await countAffected(sql, lack);
  return { effective, locksYouOut: reasons.length > 0, total, members };
}

async function lackOf({ deps: { sql, config } }: Context, scope: PolicyScope, effective: Policy) {
  const { twoFactorRequired: secondFactor, signInMethods: methods } = effective;
  const passkeysCount = config.passkeyDomain !== null;
  // With no way in that is offered, OWNERs use the service's.
  const isClosed = methods?.length === 0 && scope.organizationId !== null;
  const ofSystem = isClosed ? policyIn(await findPolicy(sql, { organizationId: null })) : undefined;
  const ownersMethods = ofSystem ? effectivePolicyOf(config, { system: ofSystem }).signInMethods : methods;
  return { ...scope, secondFactor, passkeysCount, methods, ownersMethods };
}

/** For the command line: back to a policy that asks for nothing. False if it asked for nothing already. */
export async function resetPolicy({ deps, origin }: SystemContext, scope: PolicyScope): Promise<boolean> {
  return transact(deps, async (tx) => {
    const before = await findPolicy(tx, scope, { locked: true });
    const edited = changeOf(policyIn(before), unsetPolicy, policyFields, 'sides');
    if (!before || !isChanged(edited)) return false;
    const change = { policy: unsetPolicy, based: before.version, now: origin.now };
    const after = await writePolicy(tx, scope, change);
    const action = scope.organizationId === null ? 'ADMIN_POLICY_CHANGED' : 'ORG_POLICY_CHANGED';
    const metadata = { version: after?.version };
    await record(tx, origin, { action, user: null, ...scope, metadata, change: edited });
    return true;
  });
}
