import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToRunning } from '@latchkey/embedded-postgres';
import { Client } from '@latchkey/server/testing/client';
import { command, type Outcome, runCommand, spawnCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { freePort } from '@latchkey/server/testing/net';
import { addWebhook, startReceiver } from '@latchkey/server/testing/webhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseName } from '../platform/db/connect.ts';
import { openPool } from '../platform/db/pool.ts';
import type { Sql } from '../platform/db/sql.ts';

const password = 'Correct-Horse-7';
const admin = 'root@example.com';

let folder: string;
let service: ChildProcess;
let said = '';
let url: string;
let sql: Sql;

function start(
  args: string[],
  env: Record<string, string> = {},
  input: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const { PATH = '', HOME = '' } = process.env;
  return spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: { PATH, HOME, ...env },
    stdio: [input, 'pipe', 'pipe'],
  });
}

const latchkey = (args: string[], env: Record<string, string> = {}) => runCommand(args, { cwd: folder, env });
/** As its own process. */
const spawned = (args: string[], env: Record<string, string> = {}) =>
  spawnCommand(args, { cwd: folder, env });

/** One line for a person, and exit code 1. */
function expectFault({ code, out, error }: Outcome, ...parts: string[]): void {
  for (const part of parts) expect(error).toContain(part);
  expect(error.trimEnd().split('\n')).toHaveLength(1);
  expect(out).toBe('');
  expect(code).toBe(1);
}

const entriesAbout = (email: string) => sql`
  SELECT a.action, a.user_id, a.user_email, a.ip_address, a.metadata FROM audit_logs a
    JOIN users u ON u.email = ${email} AND a.metadata->>'targetUserId' = u.id::text
   WHERE a.metadata->>'via' = 'cli' ORDER BY a.created_at, a.id`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-cli-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  url = `http://localhost:${port}`;
  const allowed = { TRUST_PROXY: 'loopback', WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
  service = start(['serve'], { PORT: String(port), LOG_LEVEL: 'warn', ...allowed });
  service.stdout?.on('data', (chunk) => (said += chunk));
  service.stderr?.on('data', (chunk) => (said += chunk));
  // Started right away, as in a second terminal: the command waits for the service to be ready.
  const created = await spawned(['admin', 'create', '--email', 'Root@Example.com', '--password', password]);
  // On a busy machine it may be first: then it made the database, and says so.
  expect(created).toEqual({
    code: 0,
    out: expect.stringContaining(`${admin} is now an ADMIN.`),
    error: expect.stringMatching(/^(.* a new one was made\. .*\n)?$/),
  });
  expect(created.out).not.toContain(password);
  await eventually(() => expect(said).toContain('Latchkey is running.'));
  const connection = await connectToRunning({ folder: join(folder, '.latchkey'), name: databaseName });
  if (!connection) throw new Error('the service has no database');
  sql = openPool(connection, { max: 1 });
});

afterAll(async () => {
  await sql?.end();
  if (service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('alongside a running service with the embedded database', () => {
  test('admin create adds an ADMIN who can sign in at once, and is audited as done by the system', async () => {
    const login = await new Client(url).post('/api/auth/login', { email: admin, password });
    expect(login.status).toBe(200);
    expect(login.body).toMatchObject({
      user: { email: admin, role: 'ADMIN', emailVerified: true },
      requiresTwoFactorSetup: true,
    });
    expect(await entriesAbout(admin)).toMatchObject([
      {
        action: 'AUTH_REGISTER',
        userId: null,
        userEmail: null,
        ipAddress: null,
        metadata: { role: 'ADMIN' },
      },
    ]);
  });

  test('admin create refuses an existing account, an invalid email, and a weak or missing password', async () => {
    const create = (email: string, ...more: string[]) =>
      latchkey(['admin', 'create', '--email', email, ...more]);
    const [existing, weak, missing, noEmail] = await Promise.all([
      create(admin, '--password', password),
      create('weak@example.com', '--password', 'hunter2'),
      spawned(['admin', 'create', '--email', 'silent@example.com']),
      create('nonsense', '--password', password),
    ]);
    expectFault(existing, admin, `If it's yours, promote it: npx latchkey user set-role ${admin} ADMIN`);
    expectFault(weak, 'At least 8 characters.');
    expect(weak.error).not.toContain('hunter2');
    expectFault(missing, '--password');
    expectFault(noEmail, 'nonsense is not an email address.');
    expect(await sql`SELECT email FROM users`).toHaveLength(1);
  });

  test('admin create takes the password from the first line of standard input if there is no terminal', async () => {
    const email = 'piped@example.com';
    const create = start(['admin', 'create', '--email', email], {}, 'pipe');
    create.stdin?.write('Piped-Horse-7\r\nnot this\n');
    // It doesn't wait for the end of the input.
    expect(await once(create, 'close')).toEqual([0, null]);
    const login = await new Client(url).post('/api/auth/login', { email, password: 'Piped-Horse-7' });
    expect(login.body).toMatchObject({ user: { email, role: 'ADMIN' } });
    await sql`DELETE FROM users WHERE email = ${email}`;
  });

  test('user set-role promotes and demotes, ignoring case, but never demotes the last ADMIN', async () => {
    const email = 'ada@example.com';
    const registration = { email, password, organizationName: 'Analytical Engines' };
    expect((await new Client(url).post('/api/auth/register', registration)).status).toBe(201);
    for (const [given, role] of [
      ['Admin', 'ADMIN'],
      ['moderator', 'MODERATOR'],
    ] as const) {
      const changed = await latchkey(['user', 'set-role', 'Ada@Example.com', given]);
      expect(changed.out).toContain(`${email} now has the role ${role}.`);
      expect(await sql`SELECT role FROM users WHERE email = ${email}`).toEqual([{ role }]);
    }
    const entry = { action: 'ADMIN_USER_UPDATED', userId: null, userEmail: null, ipAddress: null };
    expect(await entriesAbout(email)).toMatchObject([entry, entry]);
    const [last, unknown, badRole] = await Promise.all([
      latchkey(['user', 'set-role', admin, 'user']),
      latchkey(['user', 'set-role', 'nobody@example.com', 'ADMIN']),
      latchkey(['user', 'set-role', email, 'EMPEROR']),
    ]);
    expectFault(last, 'last active ADMIN');
    expectFault(unknown, 'nobody@example.com');
    expectFault(badRole, 'EMPEROR', 'USER, MODERATOR, ADMIN');
    expect(await sql`SELECT role FROM users WHERE email = ${admin}`).toEqual([{ role: 'ADMIN' }]);
  });

  test('user unlock lets a locked-out user sign in again', async () => {
    const email = 'grace@example.com';
    const client = new Client(url);
    await client.post('/api/auth/register', { email, password, organizationName: 'Compilers' });
    const login = (given: string) => client.post('/api/auth/login', { email, password: given });
    for (let attempt = 0; attempt < 4; attempt++) expect((await login('Wrong-Horse-7')).status).toBe(401);
    expect((await login('Wrong-Horse-7')).status).toBe(423);
    const unlocked = await latchkey(['user', 'unlock', email]);
    expect(unlocked).toEqual({ code: 0, out: `${email} is unlocked.\n`, error: '' });
    expect((await login(password)).status).toBe(200);
    expect(await entriesAbout(email)).toMatchObject([{ action: 'SECURITY_ACCOUNT_UNLOCKED', userId: null }]);
  });

  test('webhook list, test and replay work, and the running service does the sending', async () => {
    const receiver = await startReceiver();
    const client = new Client(url);
    const [email, name] = ['hooks@example.com', 'Hooks'];
    await client.post('/api/auth/register', { email, password, organizationName: name });
    await client.post('/api/auth/login', { email, password });
    const { webhook } = await addWebhook(client, receiver.url, { events: ['organization.*'] });
    const listed = await latchkey(['webhook', 'list']);
    expect(listed.out.trim().split(/\s+/)).toEqual([
      webhook.id,
      'on',
      'hooks',
      receiver.url,
      'organization.*',
    ]);

    const tested = await latchkey(['webhook', 'test', webhook.id]);
    expect(tested).toEqual({
      code: 0,
      out: expect.stringMatching(/^Delivered: status 204 in \d+ ms\.\n$/),
      error: '',
    });
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['webhook.test']);

    await client.patch('/api/organizations/current', { name: 'More hooks' });
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const replayed = await latchkey(['webhook', 'replay', webhook.id, '--since', '2020-01-01']);
    expect(replayed).toMatchObject({ code: 0, error: '' });
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(4));
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.filter((id) => id === ids[1])).toHaveLength(2);
    const [entry] = await sql`SELECT user_id, metadata FROM audit_logs WHERE action = 'ORG_WEBHOOK_REPLAYED'`;
    expect(entry).toMatchObject({
      userId: null,
      metadata: { via: 'cli', since: '2020-01-01T00:00:00.000Z' },
    });

    await client.patch(`/api/organizations/current/webhooks/${webhook.id}`, { enabled: false });
    const unknown = '01890000-0000-7000-8000-00000000dead';
    const [off, missing, malformed, late] = await Promise.all([
      latchkey(['webhook', 'test', webhook.id]),
      latchkey(['webhook', 'test', unknown]),
      latchkey(['webhook', 'test', 'nonsense']),
      latchkey(['webhook', 'replay', webhook.id, '--since', 'whenever']),
    ]);
    expectFault(off, 'turned off');
    expectFault(missing, unknown);
    expectFault(malformed, 'npx latchkey webhook list');
    expectFault(late, 'whenever');
  });

  test('user reset-2fa removes two-factor and ends sessions, and the service emails the user', async () => {
    const email = 'alan@example.com';
    const client = new Client(url);
    await client.post('/api/auth/register', { email, password, organizationName: 'Machines' });
    await client.post('/api/auth/login', { email, password });
    await sql`UPDATE users SET two_factor_enabled = true, two_factor_secret = '\\x00' WHERE email = ${email}`;
    const reset = await latchkey(['user', 'reset-2fa', email]);
    expect(reset).toMatchObject({ code: 0, error: '' });
    expect(reset.out.trimEnd().split('\n')).toHaveLength(1);
    expect(await sql`SELECT two_factor_enabled FROM users WHERE email = ${email}`).toEqual([
      { twoFactorEnabled: false },
    ]);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    const entries = await entriesAbout(email);
    expect(entries).toMatchObject([
      { action: 'ADMIN_2FA_RESET', userId: null },
      { action: 'SECURITY_ALL_SESSIONS_REVOKED', userId: null },
    ]);
    const mailed = () =>
      sql`SELECT status FROM emails WHERE to_address = ${email} AND type = 'two_factor_disabled'`;
    await eventually(async () => expect(await mailed()).toEqual([{ status: 'SENT' }]));
    expectFault(await latchkey(['user', 'reset-2fa', email]), `${email} has no two-factor`);
    expectFault(await latchkey(['user', 'reset-2fa', 'nobody@example.com']), 'no account');
  });

  test('keys rotate creates the next keys, and a second run adds none', async () => {
    const kids = async (): Promise<string[]> => {
      const { keys } = (await new Client(url).get('/api/oidc/jwks')).body;
      return keys.map(({ kid }: { kid: string }) => kid);
    };
    const before = await kids();
    const rotated = await latchkey(['keys', 'rotate']);
    expect(rotated).toEqual({
      code: 0,
      out: 'The next keys are published, and start signing in 24 hours. If the keys in use have leaked, add --now.\n',
      error: '',
    });
    const known = await sql<{ kid: string }[]>`SELECT kid FROM signing_keys`;
    expect(known).toHaveLength(before.length + 2);
    expect(known.map(({ kid }) => kid)).toEqual(expect.arrayContaining(before));
    const again = await latchkey(['keys', 'rotate']);
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('already published')]);
    expect(await sql`SELECT 1 FROM signing_keys`).toHaveLength(before.length + 2);
    const entries =
      await sql`SELECT user_id, metadata FROM audit_logs WHERE action = 'ADMIN_SIGNING_KEY_ROTATED'`;
    expect(entries).toMatchObject([
      { userId: null, metadata: { via: 'cli', algorithm: 'RS256' } },
      { userId: null, metadata: { via: 'cli', algorithm: 'ES256' } },
    ]);
  });

  test('application create registers an application and prints the settings it needs', async () => {
    const create = (...args: string[]) => latchkey(['application', 'create', '--name', 'Reports', ...args]);
    const uris = ['--redirect-uri', 'http://localhost:4200/callback', 'https://reports.example.com/callback'];
    const made = await create('--kind', 'web', ...uris, '--first-party');
    const lines = /^ISSUER=(.*)\nCLIENT_ID=(\w+)\nCLIENT_SECRET=(lcs_\S+)\n$/.exec(made.out);
    expect([made.code, made.error, lines?.[1]]).toEqual([0, '', expect.stringContaining('http')]);
    const introspected = await fetch(`${url}/api/oidc/introspect`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: lines?.[2] ?? '', client_secret: lines?.[3] ?? '', token: 'x' }),
    });
    expect([introspected.status, await introspected.json()]).toEqual([200, { active: false }]);
    const [entry] = await sql`SELECT user_id, metadata FROM audit_logs WHERE action = 'ADMIN_APP_CREATED'`;
    expect(entry).toMatchObject({ userId: null, metadata: { via: 'cli', name: 'Reports' } });

    const [spa, none, unsafe] = await Promise.all([
      create('--kind', 'spa', ...uris),
      create('--kind', 'web'),
      create('--kind', 'native', '--redirect-uri', 'ftp://example.com/'),
    ]);
    expect([spa.code, spa.out]).toEqual([0, expect.not.stringContaining('SECRET')]);
    expectFault(none, 'At least one is needed.');
    expectFault(unsafe, 'redirectUris: Must be an absolute address');
  });

  test('secrets reseal moves the data keys to a new SESSION_SECRET, and reports a wrong one', async () => {
    const env = { SESSION_SECRET: 'a-new-session-secret-a-new-session-secret' };
    expectFault(await latchkey(['secrets', 'reseal'], env), 'SESSION_SECRET is not the one');
    const { SESSION_SECRET } = JSON.parse(await readFile(join(folder, '.latchkey/secrets.json'), 'utf8'));
    const resealed = await latchkey(['secrets', 'reseal'], {
      ...env,
      SESSION_SECRET_PREVIOUS: SESSION_SECRET,
    });
    expect(resealed).toMatchObject({ code: 0, out: expect.stringContaining('Stored data no longer needs') });
    expect(await latchkey(['user', 'unlock', admin], env)).toMatchObject({ code: 0 });
    // And back, for the tests that follow.
    const back = await latchkey(['secrets', 'reseal'], { SESSION_SECRET_PREVIOUS: env.SESSION_SECRET });
    expect(back).toMatchObject({ code: 0 });
  });

  test('a second service on the same folder is refused', async () => {
    const outcome = await spawned(['serve'], { PORT: String(await freePort()) });
    expectFault(outcome, `another process (${service.pid})`);
  });
});

test('a command where there is no database says that it made one, unless that is what it is for', async () => {
  const made = 'There was no database in this folder, so a new one was made.';
  const elsewhere = { DATABASE_URL: 'embedded:elsewhere' };
  const uri = ['--redirect-uri', 'http://localhost:5000/callback'];
  const create = () =>
    latchkey(['application', 'create', '--name', 'Shop', '--kind', 'web', ...uri], elsewhere);
  const [first, filled] = await Promise.all([
    create(),
    latchkey(['demo'], { DATABASE_URL: 'embedded:for-the-demo' }),
  ]);
  expect(first).toMatchObject({ code: 0, out: expect.stringMatching(/^ISSUER=/) });
  expect(first.error).toContain(made);
  expect(filled).toMatchObject({ code: 0, error: '' });
  expect(await create()).toMatchObject({ code: 0, error: '' });
});

describe('errors are reported without a stack trace', () => {
  test('for an unreachable database, a port in use, and an unknown command or option', async () => {
    const port = await freePort();
    const [unreachable, taken, unknown, named] = await Promise.all([
      latchkey(['user', 'unlock', admin], { DATABASE_URL: `postgres://latchkey@127.0.0.1:${port}/latchkey` }),
      spawned(['serve'], { DATABASE_URL: 'embedded:other', PORT: new URL(url).port }),
      latchkey(['fly']),
      latchkey(['user', 'unlock', '--email', admin]),
    ]);
    expectFault(unreachable, 'The database cannot be used', 'ECONNREFUSED');
    expect(taken.error.trimEnd()).toContain(`Port ${new URL(url).port} is in use`);
    expect(taken.error).not.toContain('    at ');
    expect(taken.code).toBe(1);
    expectFault(unknown, "unknown command 'fly'");
    expectFault(named, 'the email is an argument, without --email');
  });

  test('for production, listing everything that is missing at once', async () => {
    const { code, error } = await latchkey(['migrate'], { NODE_ENV: 'production' });
    expect(code).toBe(1);
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET', 'SMTP_URL'])
      expect(error).toContain(name);
    expect(error).not.toContain('    at ');
  });
});

test('audit verify reads the trail of a running service, and names a changed entry', async () => {
  await eventually(async () => {
    expect(await sql`SELECT 1 FROM audit_unsealed`).toHaveLength(0);
    expect((await sql`SELECT 1 FROM audit_sealed`).length).toBeGreaterThan(0);
  });
  const [head] =
    await sql`SELECT encode(root, 'hex') AS root FROM audit_seals ORDER BY sequence DESC LIMIT 1`;
  const good = await latchkey(['audit', 'verify', '--head', head?.root]);
  expect(good).toEqual({
    code: 0,
    out: expect.stringMatching(/^Read \d+ entries under \d+ seals\.[\s\S]+\nThe audit trail is intact\.\n$/),
    error: '',
  });
  const [entry] = await sql`SELECT entry_id FROM audit_sealed WHERE seal = 1 AND place = 0`;
  await sql.begin(async (tx) => {
    await tx`SET LOCAL session_replication_role = replica`;
    await tx`UPDATE audit_logs SET ip_address = '203.0.113.66' WHERE id = ${entry?.entryId}`;
  });
  const [changed, cut, malformed, never] = await Promise.all([
    latchkey(['audit', 'verify']),
    latchkey(['audit', 'verify', '--since', '2100-01-01', '--head', 'f'.repeat(64)]),
    latchkey(['audit', 'verify', '--head', 'abc']),
    latchkey(['audit', 'verify', '--since', 'soon']),
  ]);
  expect(changed.code).toBe(1);
  expect(changed.error).toContain(`entry ${entry?.entryId}: changed (seal 1)\n`);
  expect(changed.error).toContain('The audit trail has changed since it was sealed.');
  expect([cut.code, cut.error]).toEqual([1, expect.stringContaining('no seal has the root you kept')]);
  expectFault(malformed, 'A root has 64 hexadecimal digits.');
  expectFault(never, 'soon is not a date and time.');
});

test('without a service, a command starts the database and stops it again', async () => {
  await sql.end();
  service.kill('SIGTERM');
  await once(service, 'exit');
  expect(await spawned(['migrate'])).toEqual({ code: 0, out: 'The schema is up to date.\n', error: '' });
  expect(await spawned(['user', 'set-role', 'ada@example.com', 'ADMIN'])).toMatchObject({ code: 0 });
  expect(await connectToRunning({ folder: join(folder, '.latchkey'), name: databaseName })).toBeUndefined();
});

test('serve --temporary is refused in production, and with a server of your own; so is the demo in production', async () => {
  const serve = (env: Record<string, string>) => latchkey(['serve', '--temporary'], env);
  const reason = '--temporary is for tests, with the embedded database.';
  expectFault(await serve({ DATABASE_URL: 'postgres://localhost/latchkey' }), reason);
  const random = (nth: number) => `${nth}-${crypto.randomUUID()}-${crypto.randomUUID()}`;
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: 'embedded:in-production',
    SMTP_URL: 'smtp://localhost',
    BASE_URL: 'https://id.example.com',
    SESSION_SECRET: random(1),
    JWT_SECRET: random(2),
    JWT_REFRESH_SECRET: random(3),
  };
  expectFault(await serve(production), reason);
  expectFault(await latchkey(['demo'], production), 'The demo is for a look around, not for production');
});
