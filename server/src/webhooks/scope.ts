import type { Caller, Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import { lockMembership, type MembershipRefusal } from '../organizations/lock-membership.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';

/** Whose endpoints and events: those of the service, or of one organization. */
export type Scope = { of: 'system' } | { of: 'organization'; id: string };

export const system: Scope = { of: 'system' };

/** The caller's organization. The route's declaration requires one. */
function organizationScope({ organization }: Caller): Scope | Refusal<'NO_ORGANIZATION'> {
  return organization ? { of: 'organization', id: organization.id } : refuse('NO_ORGANIZATION');
}

/** What a change to an endpoint works with: the caller's tools, whose endpoint it is, and the transaction. */
export type Change<C extends Context = Context> = C & { scope: Scope; tx: Db };

export function inSystem<C extends Context, T>(
  context: C,
  work: (change: Change<C>) => Promise<T>,
): Promise<T> {
  return transact(context.deps, (tx) => work({ ...context, scope: system, tx }));
}

/** The organization is locked, and the caller is still its ADMIN. */
export function inOrganization<C extends Context, T>(
  context: C,
  work: (change: Change<C>) => Promise<T>,
): Promise<T | MembershipRefusal> {
  return transact<T | MembershipRefusal>(context.deps, async (tx) => {
    const locked = await lockMembership(tx, context.caller, 'ADMIN');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    return work({ ...context, scope: { of: 'organization', id: locked.organization.id }, tx });
  });
}

/** Reads for the caller's organization. */
export async function forOrganization<T>(
  { caller }: Context,
  read: (scope: Scope) => Promise<T>,
): Promise<T | Refusal<'NO_ORGANIZATION'>> {
  const scope = organizationScope(caller);
  return isRefusal(scope) ? (scope as Refusal<'NO_ORGANIZATION'>) : read(scope);
}
