import type { SetCookie } from 'cookie';

/*
 * Every secret that a test file creates, as its clients and mailboxes see it, and every line that its services log. At
 * the end of each file the two are compared, so no test has to think of it.
 */

const secrets = new Set<string>();
let logs: string[][] = [];

/** What secrets mostly consist of. Both lines and secrets are split at anything else. */
const pieces = /[\w-]{6,}/g;
const keys =
  /^(password|currentPassword|newPassword|confirmPassword|key|secret|backupCodes|client_secret|registration_access_token|\w*token)$/i;
const parameters = /[?&#](?:code|token|\w+_token)=([^&#\s]+)/g;

/** For each file. */
export function forgetSecrets(): void {
  secrets.clear();
  logs = [];
}

export function watchLog(lines: string[]): void {
  logs.push(lines);
}

/** A mailed code, or a backup code: one in ten of these is all letters. */
const codes = /^(\d{6}|[A-Z2-9]{4}-[A-Z2-9]{4})$/;

/** The longest piece stands for the whole. For a JWT, none of the service's own words are that long. */
export function keepSecret(value: string): void {
  const [longest = ''] = (value.match(pieces) ?? []).sort((a, b) => b.length - a.length);
  // A word that someone tried as a password isn't a secret, and may be anywhere.
  const telling = longest.length >= 20 || (longest.length >= 8 && /\d/.test(longest));
  if (telling || codes.test(value)) secrets.add(longest);
}

/** Values in a body under a name that marks a secret. */
export function keepSecretsIn(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    if (keys.test(name)) for (const each of [value].flat()) if (typeof each === 'string') keepSecret(each);
    keepSecretsIn(value);
  }
}

export function keepSecretsOf(answer: {
  headers: Headers;
  body: unknown;
  cookies: Record<string, SetCookie>;
}): void {
  for (const { value } of Object.values(answer.cookies)) if (value) keepSecret(value);
  keepSecretsInText(answer.headers.get('location') ?? '');
  keepSecretsIn(answer.body);
}

/** Links and codes as emailed. */
export function keepSecretsInText(text: string): void {
  for (const [, value = ''] of text.matchAll(parameters)) keepSecret(decodeURIComponent(value));
  const [, code] = /^Code: (\d{6})$/m.exec(text) ?? [];
  if (code) keepSecret(code);
  const [, invite] = /\/invite\/([\w-]+)/.exec(text) ?? [];
  if (invite) keepSecret(invite);
}

/** The lines that hold a secret. */
export function leaksIn(lines: readonly string[]): string[] {
  return lines.filter((line) => line.match(pieces)?.some((piece) => secrets.has(piece)));
}

export function leaks(): string[] {
  return logs.flatMap(leaksIn);
}
