type Named = { firstName: string | null; lastName: string | null; username?: string | null; email: string };

/** What to call someone: their name, else their username, else their email. */
export function displayName({ firstName, lastName, username, email }: Named): string {
  return [firstName, lastName].filter(Boolean).join(' ') || username || email;
}
