import { Email, type SystemRole } from '@latchkey/contract';
import { findUserByEmail } from '../accounts/user-store.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { fromCommandLine } from '../origin.ts';
import { resetTwoFactor as resetTwoFactorOf } from '../two-factor/reset-two-factor.ts';
import { createAdmin } from '../users/create-admin.ts';
import { setRoleByEmail } from '../users/set-role.ts';
import { unlockUserByEmail } from '../users/unlock.ts';
import { askPassword } from './ask-password.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';

const twoFactorNote = 'An ADMIN sets up two-factor at the first sign-in.';

/** Asks before anything is opened: a service may be started while somebody thinks of a password. */
export async function createAdminAccount(
  config: Config,
  options: { email: string; password?: string },
): Promise<void> {
  const email = emailFrom(options.email);
  const password = options.password ?? (await askPassword());
  await perform(config, (deps) => createAdmin(deps, { email, password }, fromCommandLine(deps.clock.now())));
  console.log(`${email} is an ADMIN now. ${twoFactorNote}`);
}

export async function unlockAccount(config: Config, given: string): Promise<void> {
  const email = emailFrom(given);
  await perform(config, (deps) => unlockUserByEmail(deps, email));
  console.log(`${email} is unlocked.`);
}

export async function resetTwoFactor(config: Config, given: string): Promise<void> {
  const email = emailFrom(given);
  await perform(config, async (deps) => {
    const origin = fromCommandLine(deps.clock.now());
    const user = await findUserByEmail(deps.sql, email, origin.now);
    if (!user) return `There is no account with the email ${email}.`;
    const refused = await resetTwoFactorOf({ deps, caller: { kind: 'system' }, origin }, user);
    return refused && `${email} has no two-factor authentication.`;
  });
  console.log(`${email} has no two-factor any more, and is signed out everywhere.`);
}

export async function setRole(config: Config, given: string, role: SystemRole): Promise<void> {
  const email = emailFrom(given);
  await perform(config, (deps) => setRoleByEmail(deps, email, role));
  console.log(`The role of ${email} is ${role} now.${role === 'ADMIN' ? ` ${twoFactorNote}` : ''}`);
}

/** A verb of the command line answers with the fault in words, or with nothing. */
async function perform(config: Config, verb: (deps: Deps) => Promise<string | undefined>): Promise<void> {
  await withDeps(config, async (deps) => {
    const fault = await verb(deps);
    if (fault) throw new UsageError(fault);
  });
}

function emailFrom(given: string): string {
  const email = Email.safeParse(given);
  if (!email.success) throw new UsageError(`${given} is not an email address.`);
  return email.data;
}
