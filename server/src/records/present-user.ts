import type { OrganizationRole, SystemRole, User } from '@latchkey/contract';
import { isoTime } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';

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

type Rules = Pick<Config, 'emailVerification'>;

/** While the service verifies no addresses, all count as verified, even those of accounts made before. */
export function isVerified(
  { emailVerification }: Rules,
  { emailVerifiedAt }: { emailVerifiedAt: Date | null },
): boolean {
  return emailVerifiedAt !== null || !emailVerification;
}

const verifying: Rules = { emailVerification: true };

/** Responses and events show a user only through this. In events, `record` applies the rules. */
export function presentUser(
  user: PresentableUser,
  options: { forAdmin: boolean; rules: Rules | 'recorded' },
): User {
  const rules = options.rules === 'recorded' ? verifying : options.rules;
  return {
    id: user.id,
    email: user.email,
    username: user.username,
    firstName: user.firstName,
    lastName: user.lastName,
    role: user.role,
    isActive: user.isActive,
    emailVerified: isVerified(rules, user),
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
