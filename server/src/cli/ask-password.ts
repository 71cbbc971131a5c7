import { createInterface } from 'node:readline';
import { password as ask, isCancel } from '@clack/prompts';
import { NewPassword } from '@latchkey/contract';
import { UsageError } from './fault.ts';

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
