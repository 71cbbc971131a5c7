import type { RoleOwner } from '../../identity/accounts/team-role-store.ts';
import type { ActorContext } from '../../identity/caller/caller.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { takePrivileges } from '../users/status.ts';

/** Whose roles a route is about: the service's templates, or those of the caller's organization. */
export type Owner = 'system' | 'organization';

/** For reads. */
export function ownerIn(
  { caller }: Pick<ActorContext, 'caller'>,
  owner: Owner,
): RoleOwner | Refusal<'NO_ORGANIZATION'> {
  if (owner === 'system') return null;
  return (caller.kind !== 'system' && caller.organization?.id) || refuse('NO_ORGANIZATION');
}

export type Change = { tx: Db; owner: RoleOwner };
export type ChangeRefusal = MembershipRefusal | Refusal<'PERMISSION_DENIED'>;

/** For changes: those of templates take turns, and so do those of an organization. The caller may still make them. */
export function changeIn<T>(
  context: ActorContext,
  owner: Owner,
  work: (change: Change) => Promise<T>,
): Promise<T | ChangeRefusal> {
  return transact<T | ChangeRefusal>(context.deps, async (tx) => {
    if (owner === 'system') return (await takePrivileges(context, tx)) ?? work({ tx, owner: null });
    if (context.caller.kind === 'system') return refuse('NO_ORGANIZATION');
    const locked = await lockMembership(tx, context.caller, 'OWNER');
    return isRefusal(locked) ? (locked as MembershipRefusal) : work({ tx, owner: locked.organization.id });
  });
}
