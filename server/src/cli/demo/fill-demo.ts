import { randomInt } from 'node:crypto';
import { newTotpSecret, sealTotpSecret } from '../../features/two-factor/totp.ts';
import type { Deps } from '../../identity/deps.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import type { AuditRow } from '../../records/audit/audit-store.ts';
import { makePartitions } from '../../records/audit/partition-store.ts';
import type { DataKeys } from '../../records/vault/data-keys.ts';
import { type Report, UsageError } from '../output.ts';
import { withDeps } from '../with-deps.ts';
import { invitesOf, keysOf, mailsOf, rolesOf, sessionsOf, tracesOf } from './belongings.ts';
import { fillCatalog, insertRows, isInhabited, systemRoleIds } from './demo-store.ts';
import { historyOf } from './history.ts';
import { integrationsOf } from './integrations.ts';
import { peopleOf, type Resident, seededDice } from './people.ts';
import { demoPermissions, givenTo, teamRolesOf } from './team-roles.ts';

export type Demo = {
  adminEmail: string;
  memberEmail: string;
  password: string;
  users: number;
  entries: number;
};

/** Fills an empty database with a believable company. Undefined if an account already exists. */
export async function fillDemo(deps: Deps): Promise<Demo | undefined> {
  const password = `Demo-${randomInt(100_000, 1_000_000)}`;
  const passwordHash = await deps.hasher.hash(password);
  const now = deps.clock.now();
  const dice = seededDice(20_260_101);
  const people = peopleOf(now, dice);
  const [admin] = people;
  const member = people.find((person) => isOrdinary(person));
  if (!admin || !member) throw new Error('the demo lacks an admin or an ordinary member');
  const [keys, invites] = [keysOf(admin, now), invitesOf(admin, now)];
  const connected = integrationsOf(people, admin, { keys: deps.dataKeys, now });
  const history = historyOf(people, [...tracesOf(keys, invites), ...connected.made], now, dice);
  return transact(deps, async (tx) => {
    if (await isInhabited(tx)) return undefined;
    const companies = new Map(people.map(({ company }) => [company.id, company]));
    await insertRows(tx, 'organizations', [...companies.values()].map(organizationRow));
    const accounts = people.map((person) => accountRow(person, history, passwordHash, deps.dataKeys));
    await insertRows(tx, 'users', accounts);
    const teamRoles = teamRolesOf(admin);
    await fillCatalog(tx, demoPermissions);
    await insertRows(tx, 'organization_roles', teamRoles);
    const members = people.map((each, nth) => ({ ...memberRow(each), roleIds: givenTo(nth, teamRoles) }));
    await insertRows(tx, 'organization_members', members);
    await insertRows(tx, 'sessions', sessionsOf(people, history, now, dice));
    await giveRoles(tx, people, admin);
    await insertRows(tx, 'api_keys', keys);
    await insertRows(tx, 'organization_invites', invites);
    for (const [table, rows] of connected.rows) await insertRows(tx, table, rows);
    await insertRows(tx, 'emails', mailsOf(history, deps.config.email.from, dice));
    await makePartitions(tx, now, firstOf(history));
    await insertRows(tx, 'audit_logs', history);
    const { email: adminEmail } = admin;
    return { adminEmail, memberEmail: member.email, password, users: people.length, entries: history.length };
  });
}

function firstOf(history: AuditRow[]): Date {
  return new Date(Math.min(...history.map(({ createdAt }) => createdAt.getTime())));
}

/** A verified member who signs in with only a password and administers nothing. */
function isOrdinary({ role, organizationRole, twoFactorSince, leftAt, verified }: Resident): boolean {
  return role === 'USER' && organizationRole === 'MEMBER' && !twoFactorSince && !leftAt && verified;
}

function organizationRow({ id, name, slug, foundedAt }: Resident['company']) {
  return { id, name, slug, createdAt: foundedAt, updatedAt: foundedAt };
}

/** An account as its history left it. */
function accountRow(person: Resident, history: AuditRow[], passwordHash: string, keys: DataKeys) {
  const { id, joinedAt, leftAt, twoFactorSince, company } = person;
  const { email, username, firstName, lastName, role } = person;
  const own = history.filter(({ userId }) => userId === id);
  const lastOf = (action: AuditRow['action']) => own.findLast((entry) => entry.action === action)?.createdAt;
  return {
    ...{ id, email, username, firstName, lastName, role, passwordHash },
    isActive: leftAt === null,
    emailVerifiedAt: lastOf('SECURITY_EMAIL_VERIFIED') ?? null,
    lastLoginAt: lastOf('AUTH_LOGIN_SUCCESS') ?? null,
    twoFactorEnabled: twoFactorSince !== null,
    twoFactorVerified: twoFactorSince !== null,
    twoFactorSecret: twoFactorSince && sealTotpSecret(keys, id, newTotpSecret()),
    publicMetadata: { plan: 'team' },
    privateMetadata: { customerId: `cus_${company.slug}` },
    createdAt: joinedAt,
    updatedAt: leftAt ?? twoFactorSince ?? joinedAt,
  };
}

function memberRow({ id, company, organizationRole, joinedAt }: Resident) {
  return { organizationId: company.id, userId: id, role: organizationRole, joinedAt };
}

async function giveRoles(tx: Db, people: Resident[], admin: Resident): Promise<void> {
  const known = await systemRoleIds(tx);
  const roles = rolesOf((name) => known.get(name) ?? null, admin);
  await insertRows(tx, 'roles', roles);
  const holders = people
    .slice(3, 9)
    .map(({ id }, nth) => ({ userId: id, roleId: roles[nth % roles.length]?.id ?? '' }));
  await insertRows(tx, 'user_roles', holders);
}

export async function fillWithDemo(config: Config): Promise<Report> {
  // Its ADMIN has an address that everyone can read here, a short password and no second factor.
  if (config.production)
    throw new UsageError('The demo is for a look around, not for production: anyone may know its accounts.');
  const demo = await withDeps(config, fillDemo, { isFirst: true });
  if (!demo) throw new UsageError('This database already has accounts. The demo needs an empty one.');
  const lines = [
    `Added ${demo.users} people and ${demo.entries} audit entries. Sign in with:`,
    `  ${demo.adminEmail}  as an ADMIN`,
    `  ${demo.memberEmail}  as a member`,
    `  Password: ${demo.password}`,
  ];
  return { text: lines.join('\n'), json: demo };
}
