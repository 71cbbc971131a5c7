import { createInterface } from 'node:readline';
import { password as ask, isCancel } from '@clack/prompts';
import { Email, NewPassword, type SystemRole } from '@latchkey/contract';
import { resetTwoFactor } from '../features/two-factor/reset-two-factor.ts';
import { createAdmin, setRole } from '../features/users/admins.ts';
import { unlockUserByEmail } from '../features/users/status.ts';
import { findUserByEmail } from '../identity/accounts/user-store.ts';
import { atCommandLine, type SystemContext } from '../identity/caller/caller.ts';
import type { Config } from '../platform/config/config.ts';
import { isRefusal, refuse } from '../platform/refusal.ts';
import { describeRefusal, type Report, UsageError } from './output.ts';
import { withDeps } from './with-deps.ts';

/** Asks twice at the terminal, without showing what is typed. Without a terminal, takes a line of standard input. */
export async function askPassword(): Promise<string> {
  if (!process.stdin.isTTY) return readPassword();
  const first = await answerTo('Password', (value) => {
    const checked = NewPassword.safeParse(value ?? '');
    return checked.success ? undefined : checked.error.issues.map(({ message }) => message).join(' ');
  });
  await answerTo('Password again', (value) => (value === first ? undefined : 'The passwords do not match.'));
  return first;
}

async function readPassword(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) {
    // Otherwise, the command would run until the input ends.
    process.stdin.destroy();
    return line;
  }
  throw new UsageError(
    'There is no terminal to ask for a password. Pipe it in as one line, or use --password.',
  );
}

async function answerTo(
  message: string,
  validate: (value: string | undefined) => string | undefined,
): Promise<string> {
  const answer = await ask({ message, validate });
  if (isCancel(answer)) throw new UsageError('Canceled.');
  return answer;
}

const twoFactorNote = 'They must set up two-factor at their next sign-in.';

/** Asks before it opens the database: a service may start while the user thinks up a password. */
export async function createAdminAccount(
  config: Config,
  options: { email: string; password?: string },
): Promise<Report> {
  const email = emailFrom(options.email);
  const password = options.password ?? (await askPassword());
  await perform(config, email, (context) => createAdmin(context, { email, password }));
  return { text: `${email} is now an ADMIN. ${twoFactorNote}`, json: { email, role: 'ADMIN' } };
}

export async function unlockAccount(config: Config, given: string): Promise<Report> {
  const email = emailFrom(given);
  await perform(config, email, (context) => unlockUserByEmail(context, email));
  return { text: `${email} is unlocked.`, json: { email, locked: false } };
}

export async function removeTwoFactor(config: Config, given: string): Promise<Report> {
  const email = emailFrom(given);
  await perform(config, email, async (context) => {
    const user = await findUserByEmail(context.deps.sql, email, context.origin.now);
    return user ? resetTwoFactor(context, user) : refuse('NOT_FOUND');
  });
  return {
    text: `Two-factor is off for ${email}, and they are signed out everywhere.`,
    json: { email, twoFactorEnabled: false },
  };
}

export async function changeRole(config: Config, given: string, role: SystemRole): Promise<Report> {
  const email = emailFrom(given);
  await perform(config, email, (context) => setRole(context, { email, role }));
  return {
    text: `${email} now has the role ${role}.${role === 'ADMIN' ? ` ${twoFactorNote}` : ''}`,
    json: { email, role },
  };
}

async function perform(
  config: Config,
  email: string,
  verb: (context: SystemContext) => Promise<unknown>,
): Promise<void> {
  await withDeps(config, async (deps) => {
    const done = await verb(atCommandLine(deps));
    if (isRefusal(done)) throw new UsageError(describeRefusal(done, email));
  });
}

function emailFrom(given: string): string {
  const email = Email.safeParse(given);
  if (!email.success) throw new UsageError(`${given} is not an email address.`);
  return email.data;
}
