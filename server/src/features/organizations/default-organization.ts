import { findPermissions } from '../../identity/accounts/permission-store.ts';
import { findUser } from '../../identity/accounts/user-store.ts';
import type { Context } from '../../identity/caller/caller.ts';
import { lockJoiner } from '../../identity/memberships/join.ts';
import { moveDefault } from '../../identity/memberships/member-store.ts';
import {
  findMembership,
  lockOrganization,
  type MembershipRow,
} from '../../identity/memberships/organization-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';

/** Roles that count in the default organization only must not be carried into another one. */
function isHeldInDefault(permissions: readonly string[]): boolean {
  return !permissions.includes('users:read') && permissions.some((each) => /^(users|roles):/.test(each));
}

/** The present default again is fine, and writes nothing. */
export function setDefaultOrganization(
  { deps, caller, origin }: Context,
  organizationId: string,
): Promise<MembershipRow | Refusal<'NOT_FOUND' | 'UNAUTHENTICATED' | 'PERMISSION_DENIED'>> {
  const { user } = caller;
  return transact(deps, async (tx) => {
    // Locks the organization before the user, as everywhere: no member leaves it meanwhile.
    await lockOrganization(tx, organizationId);
    const ids = await lockJoiner(tx, caller);
    if (isRefusal(ids)) return ids;
    const membership = ids.includes(organizationId)
      ? await findMembership(tx, user.id, organizationId)
      : undefined;
    if (!membership) return refuse('NOT_FOUND');
    const from = (await findUser(tx, user.id, origin.now))?.organizationId ?? null;
    if (from === organizationId) return membership;
    if (isHeldInDefault(await findPermissions(tx, user.id))) return refuse('PERMISSION_DENIED');
    if (!(await moveDefault(tx, { userId: user.id, organizationId, now: origin.now }))) return membership;
    // Filed in no organization: neither learns of the other.
    const nowhere = { ...user, organizationId: null, organizationRole: 'MEMBER' } as const;
    const metadata = { from, to: organizationId };
    await record(tx, origin, { action: 'AUTH_DEFAULT_ORGANIZATION_CHANGED', user: nowhere, metadata });
    return membership;
  });
}
