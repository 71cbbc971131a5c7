import { type AuditAction, categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { AuditRow } from '../audit/store.ts';
import { browsers } from './cast.ts';
import type { Dice } from './dice.ts';

const day = 86_400_000;
const days = 30;

export type Resident = { id: string; email: string; organizationId: string };

/** What a working month leaves behind: mornings and evenings, quiet weekends, a few slips, one bad night. */
export function monthOf(residents: Resident[], admin: Resident, now: Date, dice: Dice): AuditRow[] {
  const entries: AuditRow[] = [];
  const add = (
    user: Resident | null,
    action: AuditAction,
    at: number,
    metadata: Record<string, unknown> = {},
  ) => entries.push(entryOf(user, action, new Date(at), metadata, dice));
  for (let ago = days; ago >= 0; ago--) {
    const midnight = new Date(now.getTime() - ago * day).setUTCHours(0, 0, 0, 0);
    const weekend = [0, 6].includes(new Date(midnight).getUTCDay());
    for (const person of residents) {
      if (!dice.chance(weekend ? 0.15 : 0.7)) continue;
      const morning = midnight + (7 * 60 + dice.below(180)) * 60_000;
      if (dice.chance(0.08))
        add(person, 'AUTH_LOGIN_FAILURE', morning - 40_000, { reason: 'wrong_password' });
      add(person, 'AUTH_LOGIN_SUCCESS', morning, { method: dice.chance(0.25) ? 'google' : 'password' });
      if (dice.chance(0.2)) add(person, 'AUTH_2FA_SUCCESS', morning + 9000);
      if (dice.chance(0.45)) add(person, 'AUTH_LOGOUT', morning + 9 * 3_600_000 + dice.below(3_600_000));
    }
    if (ago % 6 === 2) lockout(dice.pick(residents), midnight + 14 * 3_600_000, add);
    if (ago % 9 === 4) impersonation(admin, dice.pick(residents), midnight + 11 * 3_600_000, add);
    if (ago % 4 === 1) security(dice.pick(residents), midnight + 16 * 3_600_000, add, dice);
  }
  badNight(now.getTime() - 3 * day, add);
  return entries.filter(({ createdAt }) => createdAt <= now);
}

type Add = (
  user: Resident | null,
  action: AuditAction,
  at: number,
  metadata?: Record<string, unknown>,
) => void;

function lockout(person: Resident, at: number, add: Add): void {
  for (let nth = 0; nth < 5; nth++)
    add(person, 'AUTH_LOGIN_FAILURE', at + nth * 9000, { reason: 'wrong_password' });
  const lockedUntil = new Date(at + 40_000 + 15 * 60_000).toISOString();
  add(person, 'SECURITY_ACCOUNT_LOCKED', at + 40_000, { failedAttempts: 5, lockedUntil });
  add(person, 'SECURITY_ACCOUNT_UNLOCKED', at + 400_000, { reason: 'link' });
}

function impersonation(admin: Resident, target: Resident, at: number, add: Add): void {
  if (target.id === admin.id) return;
  const who = { adminUserId: admin.id, targetUserId: target.id, targetEmail: target.email };
  add(admin, 'ADMIN_IMPERSONATION_START', at, who);
  add(admin, 'ADMIN_IMPERSONATION_END', at + 460_000, { ...who, duration: 460 });
}

function security(person: Resident, at: number, add: Add, dice: Dice): void {
  const actions = [
    'SECURITY_PASSWORD_CHANGED',
    'AUTH_2FA_ENABLED',
    'API_KEY_CREATED',
    'SECURITY_SESSION_REVOKED',
  ] as const;
  add(person, dice.pick(actions), at);
}

/** Somebody tried addresses that nobody has. */
function badNight(at: number, add: Add): void {
  for (let nth = 0; nth < 24; nth++)
    add(null, 'AUTH_LOGIN_FAILURE', at + nth * 21_000, {
      reason: 'unknown_email',
      email: `admin${nth}@meridian.example`,
    });
}

function entryOf(
  user: Resident | null,
  action: AuditAction,
  createdAt: Date,
  metadata: Record<string, unknown>,
  dice: Dice,
): AuditRow {
  return {
    id: uuidv7(),
    userId: user?.id ?? null,
    userEmail: user?.email ?? null,
    organizationId: user?.organizationId ?? null,
    action,
    category: categoryOf(action),
    ipAddress: user ? `198.51.100.${10 + dice.below(40)}` : '203.0.113.66',
    userAgent: user ? dice.pick(browsers) : 'python-requests/2.32',
    metadata,
    createdAt,
  };
}
