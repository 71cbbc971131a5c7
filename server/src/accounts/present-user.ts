import type { User } from '@latchkey/contract';
import { isoTime } from '../clock.ts';
import type { UserRow } from './user-store.ts';

/** The only way a user leaves the service. */
export function presentUser(user: UserRow, options: { forAdmin: boolean }): User {
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

function lockOf({ lockedUntil }: UserRow): string | null {
  if (lockedUntil === undefined) throw new Error('a user is shown whose lock was not looked up');
  return lockedUntil && isoTime(lockedUntil);
}
