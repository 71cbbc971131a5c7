import { fullName } from '@latchkey/contract';

type Named = { firstName: string | null; lastName: string | null; username?: string | null; email: string };

/** What to call someone: their name, else their username, else their email. */
export function displayName({ username, email, ...names }: Named): string {
  return fullName(names) || username || email;
}
