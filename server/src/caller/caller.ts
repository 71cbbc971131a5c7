import type { ApiKeyPermission, Permission, SystemRole } from '@latchkey/contract';
import type { UserRow } from '../accounts/user-store.ts';

/** Whoever a request speaks for, resolved afresh each time: nothing here outlives a revocation. */
export type Caller = {
  via: 'cookie' | 'accessToken' | 'apiKey';
  user: UserRow;
  sessionId: string | null;
  /** What the key itself may do; its owner's permissions bound it further. */
  keyPermission: ApiKeyPermission | null;
  organization: { id: string; name: string; slug: string } | null;
  permissions: readonly string[];
  /** Set while an ADMIN acts as `user`: the session is the ADMIN's, everything else is the user's. */
  impersonation: Impersonation | null;
};

/** The ADMIN behind an impersonated caller. */
export type Impersonation = {
  originalUserId: string;
  originalEmail: string;
  originalRole: SystemRole;
  originalOrganizationId: string | null;
  targetUserId: string;
  /** The address the target had at the start, for the audit trail. */
  targetEmail: string;
  /** Where the trail is filed: the target's organization, or the ADMIN's own once there is no target left. */
  targetOrganizationId: string | null;
  startedAt: Date;
};

export function adminBehind(impersonation: Impersonation) {
  const { originalUserId, originalEmail, originalOrganizationId } = impersonation;
  return { id: originalUserId, email: originalEmail, organizationId: originalOrganizationId };
}

/** A user with all that his roles permit, inherited permissions included. */
export type Holder = Pick<Caller, 'user' | 'permissions'> & { impersonation?: Impersonation | null };

export function may(caller: Pick<Caller, 'permissions'>, permission: Permission): boolean {
  return caller.permissions.includes(permission);
}

/** ADMIN by the user's role or by a further one that inherits from it. */
export function isAdmin(caller: Pick<Caller, 'permissions'>): boolean {
  return may(caller, 'users:read');
}

/**
 * Who must set up two-factor before going on: every ADMIN, and everyone when the service asks it of all. An ADMIN who
 * impersonates has proven both factors himself, and may not set them up for somebody else.
 */
export function needsTwoFactorSetup(caller: Holder, twoFactorForAll: boolean): boolean {
  return !caller.impersonation && !caller.user.twoFactorEnabled && (twoFactorForAll || isAdmin(caller));
}
