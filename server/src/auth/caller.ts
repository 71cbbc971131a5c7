import type { Permission } from '@latchkey/contract';
import type { UserRow } from '../users/store.ts';

/** Whoever a request speaks for, resolved afresh each time: nothing here outlives a revocation. */
export type Caller = {
  via: 'cookie' | 'accessToken' | 'apiKey';
  user: UserRow;
  sessionId: string | null;
  organization: { id: string; name: string; slug: string } | null;
  permissions: readonly string[];
};

/** A user with all that his roles permit, inherited permissions included. */
export type Holder = Pick<Caller, 'user' | 'permissions'>;

export function may(caller: Pick<Caller, 'permissions'>, permission: Permission): boolean {
  return caller.permissions.includes(permission);
}

/** ADMIN by the user's role or by a further one that inherits from it. */
export function isAdmin(caller: Pick<Caller, 'permissions'>): boolean {
  return may(caller, 'users:read');
}

/** Who must set up two-factor before going on: every ADMIN, and everyone when the service asks it of all. */
export function needsTwoFactorSetup(caller: Holder, twoFactorForAll: boolean): boolean {
  return !caller.user.twoFactorEnabled && (twoFactorForAll || isAdmin(caller));
}
