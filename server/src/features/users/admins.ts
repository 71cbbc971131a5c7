import { messageOf, NewPassword, type SystemRole } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { lockPrivileges } from '../../identity/accounts/permission-store.ts';
import {
  findUserByEmail,
  hasActiveAdmin,
  insertUser,
  type NewUser,
  type UserRow,
} from '../../identity/accounts/user-store.ts';
import type { SystemContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { type DomainRefusal, findDomains, refuseDomain } from '../../identity/policies/email-domains.ts';
import { findPasswordRules } from '../../identity/policies/joining-store.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { ConfigError } from '../../platform/config/config.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { aboutUser } from '../../records/audit/about-user.ts';
import { changeOf } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';
import type { Origin } from '../../records/origin.ts';
import { changeStatus, refuseLastAdmin } from './status.ts';

type AdminAccount = Pick<NewUser, 'email' | 'passwordHash' | 'firstName' | 'lastName'>;

/** An ADMIN created by the service's operator, so the address counts as verified. Undefined when it is taken. */
export async function insertAdmin(tx: Tx, admin: AdminAccount, origin: Origin): Promise<UserRow | undefined> {
  const { now } = origin;
  const more = { id: uuidv7(), username: null, role: 'ADMIN', emailVerifiedAt: now, now } as const;
  const user = await insertUser(tx, { ...admin, ...more });
  if (!user) return undefined;
  await record(tx, origin, { action: 'AUTH_REGISTER', user: null, ...aboutUser(user, { role: 'ADMIN' }) });
  return user;
}

export type NewAdmin = { email: string; password: string };
type AdminRefusal = PasswordPolicyRefusal | DomainRefusal | Refusal<'VALIDATION_FAILED' | 'EMAIL_TAKEN'>;

/** From the command line, and from the environment at startup. */
export async function createAdmin(
  { deps, origin }: SystemContext,
  { email, password }: NewAdmin,
): Promise<{ id: string } | AdminRefusal> {
  const checked = NewPassword.safeParse(password);
  if (!checked.success)
    return refuse('VALIDATION_FAILED', {
      details: { password: checked.error.issues.map(({ message }) => message) },
    });
  const refused = refuseDomain(await findDomains(deps.sql, null), email);
  if (refused) return refused;
  const weak = await refusePassword(deps, password, await findPasswordRules(deps.sql, null));
  if (weak) return weak;
  const passwordHash = await deps.hasher.hash(password);
  return transact(deps, async (tx) => {
    const admin = await insertAdmin(tx, { email, passwordHash, firstName: null, lastName: null }, origin);
    if (admin) return { id: admin.id };
    const hasAccount = (await findUserByEmail(tx, email, origin.now)) !== undefined;
    return refuse('EMAIL_TAKEN', { details: { hasAccount } });
  });
}

const noAdmin = 'there is no ADMIN yet; "npx latchkey admin create --email you@example.com" creates one';

/** Only in the log: on a page, strangers would read it. In development the banner says it. */
export async function hintAtAdmin({ config, log, sql }: Deps): Promise<void> {
  if (config.environment !== 'development' && !(await hasActiveAdmin(sql))) log.info(noAdmin);
}

/** Does nothing once the installation has an ADMIN. */
export async function seedAdmin(deps: Deps): Promise<void> {
  const { seedAdmin: seed } = deps.config;
  if (!seed || (await hasActiveAdmin(deps.sql))) return;
  const origin = { ipAddress: null, userAgent: null, now: deps.clock.now() };
  const created = await createAdmin({ deps, caller: { kind: 'system' }, origin }, seed);
  if (!isRefusal(created)) {
    deps.log.info({ email: seed.email }, 'created the first ADMIN');
    return;
  }
  // Another node that started at the same time was first.
  if (await hasActiveAdmin(deps.sql)) return;
  const promote = `Anyone can register an address. If it's yours, promote it: npx latchkey user set-role ${seed.email} ADMIN`;
  const words = [messageOf(created.refused), ...(created.details?.hasAccount ? [promote] : [])];
  throw new ConfigError([`SEED_ADMIN_EMAIL, SEED_ADMIN_PASSWORD: ${words.join(' ')}`]);
}

/** For the command line. Over HTTP a role is one of the fields that `updateUser` changes. */
export function setRole(
  context: SystemContext,
  { email, role }: { email: string; role: SystemRole },
): Promise<UserRow | Refusal<'NOT_FOUND' | 'LAST_ADMIN'>> {
  const { deps, origin } = context;
  return transact(deps, async (tx) => {
    await lockPrivileges(tx);
    const before = await findUserByEmail(tx, email, origin.now);
    if (!before) return refuse('NOT_FOUND');
    const refused = await refuseLastAdmin(tx, before, { role });
    if (refused) return refused;
    const after = await changeStatus(context, tx, before, { role });
    if (after.role !== before.role)
      await record(tx, origin, {
        action: 'ADMIN_USER_UPDATED',
        user: null,
        ...aboutUser(before, {}, after),
        change: changeOf(before, after, ['role']),
      });
    return after;
  });
}
