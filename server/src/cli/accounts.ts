import { Email, type SystemRole } from '@latchkey/contract';
import { findUserByEmail } from '../accounts/user-store.ts';
import { atCommandLine, type SystemContext } from '../caller/caller.ts';
import type { Config } from '../config.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { resetTwoFactor } from '../two-factor/reset-two-factor.ts';
import { createAdmin } from '../users/create-admin.ts';
import { setRole } from '../users/set-role.ts';
import { unlockUserByEmail } from '../users/unlock-user.ts';
import { askPassword } from './ask-password.ts';
import { UsageError } from './fault.ts';
import { withDeps } from './with-deps.ts';
import { wordsOf } from './words-of.ts';

const twoFactorNote = 'They must set up two-factor at their next sign-in.';

/** Asks before anything is opened: a service may be started while somebody thinks up a password. */
export async function createAdminAccount(
  config: Config,
  options: { email: string; password?: string },
): Promise<void> {
  const email = emailFrom(options.email);
  const password = options.password ?? (await askPassword());
  await perform(config, email, (context) => createAdmin(context, { email, password }));
  console.log(`${email} is now an ADMIN. ${twoFactorNote}`);
}

export async function unlockAccount(config: Config, given: string): Promise<void> {
  const email = emailFrom(given);
  await perform(config, email, (context) => unlockUserByEmail(context, email));
  console.log(`${email} is unlocked.`);
}

export async function removeTwoFactor(config: Config, given: string): Promise<void> {
  const email = emailFrom(given);
  await perform(config, email, async (context) => {
    const user = await findUserByEmail(context.deps.sql, email, context.origin.now);
    return user ? resetTwoFactor(context, user) : refuse('NOT_FOUND');
  });
  console.log(`Two-factor is off for ${email}, and they are signed out everywhere.`);
}

export async function changeRole(config: Config, given: string, role: SystemRole): Promise<void> {
  const email = emailFrom(given);
  await perform(config, email, (context) => setRole(context, { email, role }));
  console.log(`${email} now has the role ${role}.${role === 'ADMIN' ? ` ${twoFactorNote}` : ''}`);
}

async function perform(
  config: Config,
  email: string,
  verb: (context: SystemContext) => Promise<unknown>,
): Promise<void> {
  await withDeps(config, async (deps) => {
    const done = await verb(atCommandLine(deps));
    if (isRefusal(done)) throw new UsageError(wordsOf(done, email));
  });
}

function emailFrom(given: string): string {
  const email = Email.safeParse(given);
  if (!email.success) throw new UsageError(`${given} is not an email address.`);
  return email.data;
}
