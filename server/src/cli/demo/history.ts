import { type AuditAction, categoryOf } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import { browsers, type Dice, isThere, type Resident } from './people.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const days = 30;

type Metadata = Record<string, unknown>;
type Add = (user: Resident | null, action: AuditAction, at: number, metadata?: Metadata) => void;
type Happening = { user: Resident | null; action: AuditAction; at: number; metadata: Metadata };

/** Something the ADMIN made, which is also in the database. */
export type Made = { action: AuditAction; at: Date; metadata: Metadata };

/** All audit entries of the demo: how residents joined and left, and a month of their activity. Oldest first. */
export function historyOf(residents: Resident[], made: Made[], now: Date, dice: Dice): AuditRow[] {
  const [admin] = residents;
  if (!admin) return [];
  const entries: AuditRow[] = [];
  const add: Add = (user, action, at, metadata = {}) => {
    if (at <= now.getTime()) entries.push(entryOf({ user, action, at, metadata }, dice));
  };
  for (const person of residents) lifeOf(person, admin, add);
  for (let ago = days; ago >= 0; ago--) dayOf(ago, { residents, admin, now, dice }, add);
  badNight(now.getTime() - 3 * day, add);
  for (const { action, at, metadata } of made) add(admin, action, at.getTime(), metadata);
  return entries.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

/** A resident's entries: registering, verifying the address, signing in and leaving. */
function lifeOf(person: Resident, admin: Resident, add: Add): void {
  const { company, organizationRole, email, twoFactorSince, leftAt } = person;
  const joined = person.joinedAt.getTime();
  add(person, 'AUTH_REGISTER', joined, { organizationId: company.id, organizationRole });
  if (person.joinedAt === company.foundedAt)
    add(person, 'ORG_CREATED', joined, { name: company.name, slug: company.slug });
  else add(person, 'ORG_INVITE_ACCEPTED', joined, { inviteId: uuidv7(), role: organizationRole });
  if (person.verified) add(person, 'SECURITY_EMAIL_VERIFIED', joined + 3 * minute, { email });
  add(person, 'AUTH_LOGIN_SUCCESS', joined + 4 * minute, { method: 'password' });
  if (twoFactorSince) add(person, 'AUTH_2FA_ENABLED', twoFactorSince.getTime());
  if (leftAt)
    add(admin, 'ADMIN_USER_DEACTIVATED', leftAt.getTime(), { targetUserId: person.id, targetEmail: email });
}

type Scene = { residents: Resident[]; admin: Resident; now: Date; dice: Dice };

/** A day at work: mornings and evenings, quiet weekends, a few slips. */
function dayOf(ago: number, { residents, admin, now, dice }: Scene, add: Add): void {
  const midnight = new Date(now.getTime() - ago * day).setUTCHours(0, 0, 0, 0);
  const weekend = [0, 6].includes(new Date(midnight).getUTCDay());
  const there = residents.filter((person) => isThere(person, midnight));
  for (const person of there) if (dice.chance(weekend ? 0.15 : 0.7)) work(person, midnight, add, dice);
  if (ago % 6 === 2) lockout(dice.pick(there), midnight + 14 * hour, add);
  if (ago % 9 === 4) impersonation(admin, dice.pick(there), midnight + 11 * hour, add);
  if (ago % 4 === 1) {
    const action = dice.pick(['SECURITY_PASSWORD_CHANGED', 'SECURITY_SESSION_REVOKED'] as const);
    add(dice.pick(there), action, midnight + 16 * hour);
  }
}

function work(person: Resident, midnight: number, add: Add, dice: Dice): void {
  const morning = midnight + 7 * hour + dice.below(180) * minute;
  if (dice.chance(0.08)) add(person, 'AUTH_LOGIN_FAILURE', morning - 40_000, { reason: 'wrong_password' });
  add(person, 'AUTH_LOGIN_SUCCESS', morning, { method: dice.chance(0.25) ? 'google' : 'password' });
  if (person.twoFactorSince && person.twoFactorSince.getTime() < morning)
    add(person, 'AUTH_2FA_SUCCESS', morning);
  if (dice.chance(0.45)) add(person, 'AUTH_LOGOUT', morning + 9 * hour + dice.below(hour));
}

function lockout(person: Resident, at: number, add: Add): void {
  for (let nth = 0; nth < 5; nth++)
    add(person, 'AUTH_LOGIN_FAILURE', at + nth * 9000, { reason: 'wrong_password' });
  const lockedUntil = new Date(at + 40_000 + 15 * minute).toISOString();
  add(person, 'SECURITY_ACCOUNT_LOCKED', at + 40_000, { failedAttempts: 5, lockedUntil });
  add(person, 'SECURITY_ACCOUNT_UNLOCKED', at + 400_000, { reason: 'link' });
}

function impersonation(admin: Resident, target: Resident, at: number, add: Add): void {
  if (target.id === admin.id) return;
  const who = { adminUserId: admin.id, targetUserId: target.id, targetEmail: target.email };
  add(admin, 'ADMIN_IMPERSONATION_START', at, who);
  add(admin, 'ADMIN_IMPERSONATION_END', at + 460_000, { ...who, duration: 460 });
}

/** An attacker tries addresses without an account. */
function badNight(at: number, add: Add): void {
  for (let nth = 0; nth < 24; nth++)
    add(null, 'AUTH_LOGIN_FAILURE', at + nth * 21_000, {
      reason: 'unknown_email',
      email: `admin${nth}@meridian.example`,
    });
}

function entryOf({ user, action, at, metadata }: Happening, dice: Dice): AuditRow {
  return {
    id: uuidv7(),
    userId: user?.id ?? null,
    userEmail: user?.email ?? null,
    organizationId: user?.company.id ?? null,
    action,
    category: categoryOf(action),
    ipAddress: user ? `198.51.100.${10 + dice.below(40)}` : '203.0.113.66',
    userAgent: user ? dice.pick(browsers) : 'python-requests/2.32',
    metadata,
    createdAt: new Date(at),
  };
}
