import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, runCommand, startCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { temporaryFolder } from '@latchkey/server/testing/temporary-folder';
import { hash as bcrypt } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';

const service = started(startService);
let cwd: string;
let where: { cwd: string; env: Record<string, string> };
beforeAll(async () => {
  cwd = await temporaryFolder('users');
  where = { cwd, env: environmentOf(service) };
});

const latchkey = (...args: string[]) => runCommand(args, where);
const write = (name: string, lines: (string | object)[]) =>
  writeFileSync(
    join(cwd, name),
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
const people = (name: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ email: `${name}-${nth}@example.com` }));
const countOf = async (name: string) =>
  Number((await service.sql`SELECT count(*) FROM users WHERE email LIKE ${`${name}-%`}`)[0]?.count);

describe('users import', () => {
  test('reports the result in one line, and an imported user can sign in', async () => {
    write('plain.jsonl', [
      { email: 'plain-1@example.com', emailVerified: true, passwordHash: await bcrypt(password, 4) },
    ]);
    const done = await latchkey('users', 'import', 'plain.jsonl');
    expect(done).toEqual({ code: 0, out: '1 imported, 0 already there, 0 refused\n', error: '' });
    const login = await service.client().post('/api/auth/login', { email: 'plain-1@example.com', password });
    expect(login.status).toBe(200);
    expect(existsSync(join(cwd, 'plain.jsonl.refused.jsonl'))).toBe(false);
  });

  test('refuses lines with exit code 2 and an owner-only report, which the next clean run removes', async () => {
    const hash = '$2b$31$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    write('mixed.jsonl', [
      { email: 'mixed-1@example.com' },
      'nonsense',
      { email: 'mixed-2@example.com', passwordHash: hash },
    ]);
    const mixed = await latchkey('users', 'import', 'mixed.jsonl', '--json');
    expect({ ...mixed, out: JSON.parse(mixed.out) }).toEqual({
      code: 2,
      out: {
        imported: 1,
        alreadyThere: 0,
        refused: 2,
        refusedFile: 'mixed.jsonl.refused.jsonl',
        dryRun: false,
      },
      error: '',
    });
    const report = join(cwd, 'mixed.jsonl.refused.jsonl');
    const lines = readFileSync(report, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toEqual([
      { line: 2, email: null, reason: 'This is not a JSON object.' },
      {
        line: 3,
        email: 'mixed-2@example.com',
        reason: 'passwordHash: The password hash costs too much to check.',
      },
    ]);
    expect(statSync(report).mode & 0o777).toBe(0o600);
    write('mixed.jsonl', people('mixed', 3));
    expect(await latchkey('users', 'import', 'mixed.jsonl')).toMatchObject({ code: 0 });
    expect(existsSync(report)).toBe(false);
  });

  test('with --dry-run shows the result and writes nothing, not even a report', async () => {
    const rows = async () =>
      await service.sql`
      SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM audit_logs) AS entries`;
    const before = await rows();
    write('trial.jsonl', [...people('trial', 3), { email: 'bad' }]);
    const trial = await latchkey('users', 'import', 'trial.jsonl', '--dry-run');
    expect(trial).toEqual({
      code: 2,
      out: 'Nothing was written. The result would be: 3 imported, 0 already there, 1 refused\n',
      error: 'Line 4: email: Must be an email address.\n',
    });
    expect(await rows()).toEqual(before);
    expect(existsSync(join(cwd, 'trial.jsonl.refused.jsonl'))).toBe(false);
  });

  test.each([
    [
      'lines.jsonl',
      2,
      (long: string) =>
        `{"email":"lines-1@example.com"}\n{"email":"${long}"}\n{"email":"lines-2@example.com"}`,
    ],
    ['table.csv', 3, (long: string) => `email\ntable-1@example.com\n"${long}"\ntable-2@example.com\n`],
    [
      'list.json',
      2,
      (long: string) =>
        `[{"email":"list-1@example.com"},\n{"email":"${long}"},\n{"email":"list-2@example.com"}]`,
    ],
  ])('refuses a record that is too long, and imports the others: %s', async (name, line, textOf) => {
    write(name, [textOf('x'.repeat(1_500_000))]);
    expect(await latchkey('users', 'import', name)).toMatchObject({ code: 2 });
    const refused = readFileSync(join(cwd, `${name}.refused.jsonl`), 'utf8');
    expect(JSON.parse(refused)).toEqual({ line, email: null, reason: 'The record is too long.' });
    expect(await countOf(name.split('.')[0] ?? '')).toBe(2);
  });

  test('killed midway can be run again without duplicates, and the user list is correct throughout', async () => {
    const count = 20_000;
    const admin = await newStaff(service, 'ADMIN');
    const found = async (query: string) =>
      (await admin.client.get(`/api/users?search=killed-&${query}`)).body;
    write('killed.jsonl', people('killed', count));
    const child = startCommand(['users', 'import', 'killed.jsonl'], where);
    await eventually(async () => expect(await countOf('killed')).toBeGreaterThan(500));
    const countAll = async () => Number((await service.sql`SELECT count(*) FROM users`)[0]?.count);
    const expectList = async () => {
      const all = await countAll();
      expect((await admin.client.get('/api/users')).body.pagination.total).toBe(all);
      const [newest] = await service.sql`SELECT email FROM users ORDER BY created_at DESC, id DESC LIMIT 1`;
      expect((await admin.client.get(`/api/users?search=${newest?.email}`)).body.users).toHaveLength(1);
      return all;
    };
    await service.sql.begin(async (tx) => {
      // The import waits in between two of its writes; reading goes on.
      await tx`LOCK TABLE users IN SHARE MODE`;
      await expectList();
    });
    child.kill('SIGKILL');
    await once(child, 'close');
    const before = await countOf('killed');
    expect(before).toBeLessThan(count);
    const all = await expectList();

    const again = await latchkey('users', 'import', 'killed.jsonl', '--json');
    expect(JSON.parse(again.out)).toMatchObject({
      imported: count - before,
      alreadyThere: before,
      refused: 0,
    });
    const { pagination } = (await admin.client.get('/api/users?limit=100&sort=email')).body;
    expect(Math.abs(pagination.total - (all + count - before))).toBeLessThanOrEqual(
      pagination.totalIsEstimate ? 2000 : 0,
    );
    const [deep] = await service.sql`SELECT email FROM users ORDER BY email OFFSET 15000 LIMIT 1`;
    const page = await admin.client.get('/api/users?limit=100&page=151&sort=email');
    expect(page.body.users[0].email).toBe(deep?.email);
    expect((await found('limit=1')).users).toHaveLength(1);
    expect((await admin.client.get('/api/users?search=killed-19999@')).body.users).toHaveLength(1);
  });

  test('leaves an existing account unchanged', async () => {
    const { email, client } = await newStaff(service, 'ADMIN');
    const about = () => service.sql`SELECT * FROM users WHERE email = ${email}`;
    const before = await about();
    const passwordHash = await bcrypt('Attackers-Horse-7', 4);
    const line = {
      email: email.toUpperCase(),
      passwordHash,
      role: 'USER',
      isActive: false,
      organizationId: null,
    };
    write('takeover.jsonl', [
      { ...line, firstName: 'Mallory', username: 'mallory', privateMetadata: { a: 1 } },
    ]);
    expect(await latchkey('users', 'import', 'takeover.jsonl')).toMatchObject({
      code: 0,
      out: '0 imported, 1 already there, 0 refused\n',
    });
    expect(await about()).toEqual(before);
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });

  test('never grants a role or an organization, whatever a line says', async () => {
    const { organizationId } = await newUser(service);
    const claims = {
      role: 'ADMIN',
      system_role: 'ADMIN',
      organizationId,
      organization_id: organizationId,
      twoFactorEnabled: true,
    };
    const line = JSON.stringify({ email: 'claims-1@example.com', ...claims });
    write('claims.jsonl', [`${line.slice(0, -1)},"__proto__":${JSON.stringify(claims)}}`]);
    expect(await latchkey('users', 'import', 'claims.jsonl')).toMatchObject({ code: 0 });
    expect(
      await service.sql`SELECT role, organization_id, two_factor_enabled FROM users WHERE email = 'claims-1@example.com'`,
    ).toEqual([{ role: 'USER', organizationId: null, twoFactorEnabled: false }]);
  });

  test('reports unusable files and options in one line, with exit code 1', async () => {
    write('empty.jsonl', ['']);
    write('other.json', ['{\n"people": [{"email": "ada@example.com"}]}']);
    const faults = await Promise.all([
      latchkey('users', 'import', 'missing.jsonl'),
      latchkey('users', 'import', '.'),
      latchkey('users', 'import', 'empty.jsonl'),
      latchkey('users', 'import', 'other.json', '--from', 'firebase'),
      latchkey('users', 'import', 'empty.jsonl', '--from', 'myspace'),
      latchkey('users', 'import', 'empty.jsonl', '--firebase-key', 'x', '--firebase-rounds', 'many'),
    ]);
    expect(faults.map(({ code }) => code)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(faults.map(({ error }) => error.trimEnd().split('\n').length)).toEqual([1, 1, 1, 1, 1, 1]);
    const words = [
      'no file missing.jsonl',
      'no file .',
      'no users in empty.jsonl',
      'no users in other.json',
      'auth0',
      'whole numbers',
    ];
    for (const [nth, part] of words.entries()) expect(faults[nth]?.error).toContain(part);
  });
});

describe('users export', () => {
  test('writes all users to standard output, and escapes spreadsheet formulas in CSV', async () => {
    write('formula.jsonl', [
      { email: 'formula-1@example.com', firstName: '=HYPERLINK("http://evil.example")', username: '-1.2' },
    ]);
    await latchkey('users', 'import', 'formula.jsonl');
    const [csv, jsonl] = await Promise.all([
      latchkey('users', 'export', '--format', 'csv'),
      latchkey('users', 'export', '--with-password-hashes'),
    ]);
    const row = csv.out.split('\r\n').find((line) => line.includes('formula-1@'));
    expect(row).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(csv.out).not.toContain('$2b$');
    const users = jsonl.out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [{ count } = { count: 0 }] = await service.sql`SELECT count(*)::int FROM users`;
    expect(users).toHaveLength(count);
    expect(users.find(({ email }) => email === 'formula-1@example.com').firstName).toBe(
      '=HYPERLINK("http://evil.example")',
    );
    expect([csv.code, jsonl.code, csv.error, jsonl.error]).toEqual([0, 0, '', '']);
  });

  test('exits quietly when the reader closes the output early', async () => {
    const child = startCommand(['users', 'export'], where);
    let error = '';
    child.stderr?.on('data', (chunk) => (error += chunk));
    child.stdout?.once('data', () => child.stdout?.destroy());
    const [code] = await once(child, 'close');
    expect([code, error]).toEqual([0, '']);
  });
});
