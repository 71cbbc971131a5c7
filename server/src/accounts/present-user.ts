import type { User } from '@latchkey/contract';
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
    emailVerifiedAt: user.emailVerifiedAt?.toISOString() ?? null,
    lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
    createdAt: user.createdAt.toISOString(),
    updatedAt: user.updatedAt.toISOString(),
    organizationId: user.organizationId,
    organizationRole: user.organizationRole,
    twoFactorEnabled: user.twoFactorEnabled,
    ...(options.forAdmin && { lockedUntil: user.lockedUntil?.toISOString() ?? null }),
  };
}
