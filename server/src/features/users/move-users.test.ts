import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, runCommand } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, password, startService, type TestService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { beforeAll, describe, expect, test } from 'vitest';

const old = started(startService);
let cwd: string;
let emails: string[];

/** Values that a table could change: formulas, apostrophes, quotes, line ends, separators and JSON in a cell. */
const names = [
  '=HYPERLINK("http://evil.example")',
  "'=1+1",
  '-7',
  'O\'Neil; \t"quoted",',
  'two\r\n=lines',
  '@',
];

beforeAll(async () => {
  cwd = await temporaryFolder('move');
  const people = await Promise.all(names.map(() => newUser(old)));
  emails = people.map(({ email }) => email);
  for (const [nth, email] of emails.entries())
    await old.sql`
      UPDATE users SET first_name = ${names[nth] ?? ''}, last_name = ${names.at(-nth) ?? ''}, username = ${`user.${nth}`},
             is_active = ${nth !== 1}, public_metadata = ${JSON.stringify({ plan: '=1', list: [names[nth]] })}::text::jsonb,
             private_metadata = ${JSON.stringify({ note: "'-x;", deep: { yes: true } })}::text::jsonb
       WHERE email = ${email}`;
});

async function command(service: TestService, ...args: string[]) {
  const done = await runCommand(args, { cwd, env: environmentOf(service) });
  expect([done.code, done.error]).toEqual([0, '']);
  return done.out;
}

const accountsOf = ({ sql }: TestService) => sql`
  SELECT email, username, first_name, last_name, is_active, email_verified_at IS NOT NULL AS is_verified, password_hash,
         date_trunc('milliseconds', created_at) AS created_at, public_metadata, private_metadata
    FROM users WHERE email = ANY(${emails}) ORDER BY email`;

async function moved(file: string, exported: string): Promise<TestService> {
  const other = await startService();
  writeFileSync(join(cwd, file), exported);
  const count = (await old.sql`SELECT 1 FROM users`).length;
  const out = await command(other, 'users', 'import', file);
  expect(out).toBe(`${count} imported, 0 already there, 0 refused\n`);
  return other;
}

describe('an export moves people to another Latchkey', () => {
  test.each([
    ['users.jsonl', ['--format', 'jsonl']],
    ['users.csv', ['--format', 'csv']],
    ['users.json', ['--json']],
  ])('with their names, metadata and passwords: %s', async (file, format) => {
    const exported = await command(old, 'users', 'export', ...format, '--with-password-hashes');
    const other = await moved(file, exported);
    expect(await accountsOf(other)).toEqual(await accountsOf(old));
    const login = (email: string | undefined, given: string) =>
      other.client().post('/api/auth/login', { email, password: given });
    expect((await login(emails[0], password)).status).toBe(200);
    expect((await login(emails[0], 'Wrong-Horse-7')).status).toBe(401);
  });

  test('without hashes unless asked, so no password works there', async () => {
    const exported = await command(old, 'users', 'export');
    expect(exported).not.toContain('$2b$');
    const other = await moved('bare.jsonl', exported);
    const login = await other.client().post('/api/auth/login', { email: emails[0], password });
    expect(login.status).toBe(401);
  });
});
