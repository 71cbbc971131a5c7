import { randomInt } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { laneOf } from '../auth/lane.ts';
import { newToken } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { slugOf } from '../organizations/slug.ts';
import { browsers, castPerson, companies } from './cast.ts';
import { type Dice, seededDice } from './dice.ts';
import { monthOf, type Resident } from './history.ts';
import { insertRows, isInhabited } from './store.ts';

const day = 86_400_000;

export type Demo = {
  adminEmail: string;
  memberEmail: string;
  password: string;
  users: number;
  entries: number;
};

/** Fills an empty database with a believable company. Undefined when somebody is there already. */
export async function fillDemo(deps: Deps): Promise<Demo | undefined> {
  const password = `Demo-${randomInt(100_000, 1_000_000)}`;
  const passwordHash = await deps.hasher.hash(password, laneOf('command', 'demo', { ipAddress: null }));
  if (!passwordHash) throw new Error('the service is too busy to hash a password');
  return transact(deps, async (tx) => {
    if (await isInhabited(tx)) return undefined;
    const now = deps.clock.now();
    const dice = seededDice(20_260_101);
    const residents = await settle(tx, passwordHash, now, dice);
    const [admin] = residents;
    if (!admin) throw new Error('the demo has nobody in it');
    await addRoles(tx, residents, now);
    await addKeysAndInvites(tx, residents, now);
    await addMails(tx, deps.config.email.from, residents, now, dice);
    const entries = monthOf(residents, admin, now, dice);
    await insertRows(tx, 'audit_logs', entries);
    const memberEmail = residents[9]?.email ?? admin.email;
    return {
      adminEmail: admin.email,
      memberEmail,
      password,
      users: residents.length,
      entries: entries.length,
    };
  });
}

/** The companies and their people, who joined over the last year, most of them early. */
async function settle(tx: Db, passwordHash: string, now: Date, dice: Dice): Promise<Resident[]> {
  const residents: Resident[] = [];
  for (const [company, { name, size }] of companies.entries()) {
    const organizationId = uuidv7();
    const foundedAt = new Date(now.getTime() - (380 - company * 60) * day);
    await insertRows(tx, 'organizations', [
      { id: organizationId, name, slug: slugOf(name), createdAt: foundedAt, updatedAt: foundedAt },
    ]);
    const people = Array.from({ length: size }, (_, nth) => {
      const joined = new Date(
        nth === 0
          ? foundedAt
          : now.getTime() - Math.floor((dice.below(1000) ** 2 / 1e6) * (now.getTime() - foundedAt.getTime())),
      );
      const gone = nth > 4 && dice.chance(0.06);
      return {
        ...castPerson(company, nth),
        id: uuidv7(),
        organizationId,
        passwordHash,
        isActive: !gone,
        emailVerifiedAt: dice.chance(0.9) ? joined : null,
        lastLoginAt: gone ? null : new Date(now.getTime() - dice.below(9 * day)),
        createdAt: joined,
        updatedAt: joined,
      };
    });
    await insertRows(tx, 'users', people);
    await insertRows(
      tx,
      'sessions',
      people
        .filter(({ lastLoginAt }) => lastLoginAt && dice.chance(0.5))
        .map((person) => sessionOf(person, dice)),
    );
    residents.push(...people.map(({ id, email }) => ({ id, email, organizationId })));
  }
  return residents;
}

function sessionOf(person: { id: string; lastLoginAt: Date | null }, dice: Dice) {
  const createdAt = person.lastLoginAt ?? new Date(0);
  const expiresAt = new Date(createdAt.getTime() + 7 * day);
  return {
    id: uuidv7(),
    userId: person.id,
    createdAt,
    lastSeenAt: createdAt,
    expiresAt,
    refreshExpiresAt: expiresAt,
    ipAddress: `198.51.100.${10 + dice.below(40)}`,
    userAgent: dice.pick(browsers),
  };
}

async function addRoles(tx: Db, residents: Resident[], now: Date): Promise<void> {
  const parents = await tx<{ id: string; name: string }[]>`SELECT id, name FROM roles WHERE is_system`;
  const idOf = (name: string) => parents.find((role) => role.name === name)?.id ?? null;
  const roles = [
    {
      name: 'ROLE_SUPPORT',
      description: 'Helps people who cannot get in.',
      parentId: idOf('ROLE_MODERATOR'),
      permissions: ['tickets:answer'],
    },
    {
      name: 'ROLE_AUDITOR',
      description: 'Reads the audit log, changes nothing.',
      parentId: idOf('ROLE_USER'),
      permissions: ['audit:read'],
    },
    {
      name: 'ROLE_BILLING',
      description: 'Sees invoices.',
      parentId: idOf('ROLE_USER'),
      permissions: ['invoices:read'],
    },
  ].map((role) => ({ ...role, id: uuidv7(), createdAt: now, updatedAt: now }));
  await insertRows(tx, 'roles', roles);
  const holders = residents
    .slice(3, 9)
    .map(({ id }, nth) => ({ userId: id, roleId: roles[nth % roles.length]?.id ?? '' }));
  await insertRows(tx, 'user_roles', holders);
}

async function addKeysAndInvites(tx: Db, residents: Resident[], now: Date): Promise<void> {
  const [admin] = residents;
  if (!admin) return;
  const names = ['Nightly export', 'Deploy pipeline', 'Status page'];
  const keys = names.map((name, nth) => ({
    id: uuidv7(),
    userId: admin.id,
    name,
    keyHash: newToken().hash,
    keyPrefix: `lsk_${['k3Qz', 'Wm81', 'pT0v'][nth]}`,
    permission: nth === 1 ? 'READ_WRITE' : 'READ_ONLY',
    expiresAt: nth === 2 ? new Date(now.getTime() + 60 * day) : null,
    lastUsedAt: new Date(now.getTime() - nth * day - 3_600_000),
    createdAt: new Date(now.getTime() - (90 - nth * 20) * day),
  }));
  await insertRows(tx, 'api_keys', keys);
  const invited = ['nadia.bergstrom', 'theo.papadakis', 'wren.adeyemi'].map((name, nth) => ({
    id: uuidv7(),
    organizationId: admin.organizationId,
    invitedById: admin.id,
    email: `${name}@meridian.example`,
    role: nth === 0 ? 'ADMIN' : 'MEMBER',
    tokenHash: newToken().hash,
    expiresAt: new Date(now.getTime() + (6 - nth * 2) * day),
    createdAt: new Date(now.getTime() - (1 + nth * 2) * day),
  }));
  await insertRows(tx, 'organization_invites', invited);
}

const subjects = [
  ['new_device', 'New sign-in to your account'],
  ['password_changed', 'Your password was changed'],
  ['account_locked', 'Your account is locked'],
  ['two_factor_enabled', 'Two-factor authentication is on'],
  ['verification', 'Confirm your email address'],
] as const;

async function addMails(tx: Db, from: string, residents: Resident[], now: Date, dice: Dice): Promise<void> {
  const mails = Array.from({ length: 60 }, () => {
    const { id, email } = dice.pick(residents);
    const [type, subject] = dice.pick(subjects);
    const createdAt = new Date(now.getTime() - dice.below(20 * day));
    const failed = dice.chance(0.05);
    return {
      id: uuidv7(),
      userId: id,
      toAddress: email,
      fromAddress: from,
      subject,
      type,
      status: failed ? 'FAILED' : 'SENT',
      attempts: failed ? 8 : 1,
      lastError: failed ? 'SMTP: RCPT TO 550 5.1.1' : null,
      sentAt: failed ? null : new Date(createdAt.getTime() + 900),
      createdAt,
    };
  });
  await insertRows(tx, 'emails', mails);
}
