import type { OrganizationRole, SystemRole, User } from '@latchkey/contract';
import { isoTime } from '../platform/clock.ts';

/** What a user is shown from. */
export type PresentableUser = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  role: SystemRole;
  isActive: boolean;
  emailVerifiedAt: Date | null;
  lastLoginAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  organizationId: string | null;
  organizationRole: OrganizationRole;
  twoFactorEnabled: boolean;
  /** Shown only to an ADMIN. Undefined: not looked up, as with a caller. */
  lockedUntil?: Date | null;
};

/** Responses and events show a user only through this. */
export function presentUser(user: PresentableUser, options: { forAdmin: boolean }): User {
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    isActive: user.isActive,
    emailVerified: user.emailVerifiedAt !== null,
    emailVerifiedAt: user.emailVerifiedAt && isoTime(user.emailVerifiedAt),
    lastLoginAt: user.lastLoginAt && isoTime(user.lastLoginAt),
    createdAt: isoTime(user.createdAt),
    updatedAt: isoTime(user.updatedAt),
    organizationId: user.organizationId,
    organizationRole: user.organizationRole,
    twoFactorEnabled: user.twoFactorEnabled,
    ...(options.forAdmin && { lockedUntil: lockOf(user) }),
  };
}

function lockOf({ lockedUntil }: PresentableUser): string | null {
  if (lockedUntil === undefined) throw new Error('a user is shown whose lock was not looked up');
  return lockedUntil && isoTime(lockedUntil);
}
