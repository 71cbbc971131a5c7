import type { UserRow } from '../../identity/accounts/user-store.ts';
import { type Caller, may } from '../../identity/caller/caller.ts';
import type { StatusChange } from './status-store.ts';

/** Whose rows a list is drawn from. Undefined: all users. */
export type ListScope = { organizationId: string } | { userId: string } | undefined;

/**
 * An ADMIN sees all users and may ask for one organization. Other callers see their own organization, or only
 * themselves if they have none.
 */
export function listScope(caller: Caller, askedOrganizationId: string | undefined): ListScope {
  if (may(caller, 'users:read'))
    return askedOrganizationId ? { organizationId: askedOrganizationId } : undefined;
  const { id, organizationId } = caller.user;
  return organizationId ? { organizationId } : { userId: id };
}

/** What a change would actually change. */
export function differing(user: UserRow, { role, isActive }: StatusChange): StatusChange {
  return {
    ...(role !== undefined && role !== user.role && { role }),
    ...(isActive !== undefined && isActive !== user.isActive && { isActive }),
  };
}

/** Whether this leaves one active ADMIN fewer. */
export function takesAdminAway(user: UserRow, change: StatusChange | 'deleted'): boolean {
  if (user.role !== 'ADMIN' || !user.isActive) return false;
  return change === 'deleted' || (change.role ?? 'ADMIN') !== 'ADMIN' || change.isActive === false;
}
