import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToRunning } from '@latchkey/embedded-postgres';
import { Client } from '@latchkey/server/testing/client';
import { runCommand, startCommand } from '@latchkey/server/testing/command';
import { eventually } from '@latchkey/server/testing/eventually';
import { freePort } from '@latchkey/server/testing/net';
import {
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
} from '@latchkey/server/testing/postgres-servers';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseName } from '../../platform/db/connect.ts';
import { openPool } from '../../platform/db/pool.ts';

const password = 'Correct-Horse-7';
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const person = { email: 'ada@example.com', password, organizationName: 'Engines' };

let folder: string;
let server: RealServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-move-'));
  await chmod(folder, 0o755);
  server = await startServer(await makeCluster());
});
afterAll(async () => {
  await removeServers();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const move = (to: string, env: Record<string, string> = {}) =>
  runCommand(['database', 'move', '--to', to], { cwd: folder, env });
const database = (name: string) => server.url().replace(/\/postgres$/, `/${name}`);

async function ordered(name: string, statement: string) {
  const sql = postgres(database(name), { max: 1, onnotice() {} });
  return sql.unsafe(statement).finally(() => sql.end());
}

/** Run in the folder, on its embedded database unless told otherwise. */
async function serve(env: Record<string, string> = {}) {
  const port = await freePort();
  const child = startCommand(['serve'], { cwd: folder, env: { PORT: String(port), ...env } });
  let said = '';
  child.stdout?.on('data', (chunk) => (said += chunk));
  child.stderr?.on('data', (chunk) => (said += chunk));
  await eventually(() => expect(said).toContain('Latchkey is running.'));
  return {
    said: () => said,
    client: () => new Client(`http://localhost:${port}`),
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await gone).toEqual([0, null]);
    },
  };
}

test('all of a service moves to a server: accounts, sessions, files, the trail with its months, and secrets stay good', async () => {
  await server.order('CREATE DATABASE mine');
  const before = await serve();
  expect(before.said()).toMatch(/embedded PostgreSQL 1[5-9]/);
  const ada = before.client();
  expect((await ada.post('/api/auth/register', person)).status).toBe(201);
  const { tokens } = (await ada.post('/api/auth/login', person)).body;
  const bearer = { headers: { authorization: `Bearer ${tokens.accessToken}` } };
  const stored = await ada.send('PUT', '/api/users/profile/picture', {
    raw: picture,
    headers: { 'content-type': 'image/png' },
  });
  expect(stored.status).toBe(200);
  const shown = await ada.get('/api/users/profile/picture');
  const running = await connectToRunning({ folder: join(folder, '.latchkey'), name: databaseName });
  const sql = openPool(running ?? '', { max: 1 });
  await sql`SELECT make_audit_partition('2020-02-29')`;
  await sql.end();

  const whileRunning = await move(database('mine'));
  expect(whileRunning).toMatchObject({ code: 1, error: expect.stringContaining('Stop the service first') });
  expect(await ordered('mine', 'SELECT 1 FROM pg_tables WHERE schemaname = current_schema()')).toHaveLength(
    0,
  );
  await before.stop();

  const moved = await move(database('mine'));
  expect(moved).toMatchObject({ code: 0, error: '' });
  expect(moved.out).toMatch(
    /^Moved \d+ rows in \d+ tables to PostgreSQL 1\d\.\d+ at 127\.0\.0\.1:\d+\/mine,/,
  );
  expect(moved.out).toContain('.latchkey/secrets.json');
  expect(moved.out).not.toContain('password,');

  const months = "SELECT 1 FROM audit_partitions WHERE name = 'audit_logs_2020_02'";
  expect(await ordered('mine', months)).toHaveLength(1);
  const env = { DATABASE_URL: database('mine') };
  const after = await serve(env);
  expect(after.said()).toMatch(/Data +PostgreSQL 1\d/);
  const visitor = after.client();
  expect((await visitor.get('/api/auth/me', bearer)).status).toBe(200);
  expect((await visitor.get('/api/users/profile/picture', bearer)).text).toBe(shown.text);
  // Triggers, foreign keys and sequences are as the migrations make them.
  expect((await visitor.post('/api/auth/login', person)).status).toBe(200);
  await visitor.delete('/api/users/profile/picture');
  await after.stop();
  const verified = await runCommand(['audit', 'verify'], { cwd: folder, env });
  expect(verified).toMatchObject({ code: 0, error: '' });
  expect(await move(database('mine'))).toMatchObject({
    code: 1,
    error: expect.stringContaining('is not empty: it already holds accounts'),
  });
});

test('what guards the tables is the same afterward as in a database that was only migrated', async () => {
  await server.order('CREATE DATABASE fresh', 'CREATE DATABASE moved');
  const env = { DATABASE_URL: database('fresh') };
  expect(await runCommand(['migrate'], { cwd: folder, env })).toMatchObject({ code: 0 });
  const args = ['database', 'move', '--to', database('moved'), '--json'];
  const { out } = await runCommand(args, { cwd: folder, env: {} });
  expect(JSON.parse(out)).toMatchObject({ rows: expect.any(Number), to: expect.stringMatching(/\/moved$/) });
  const guards = `
    SELECT format('%s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS guard FROM pg_constraint
     WHERE connamespace = current_schema()::regnamespace AND conrelid::regclass::text NOT LIKE '%_2020_02'
    UNION ALL
    SELECT format('%s %s %s', tgrelid::regclass, pg_get_triggerdef(t.oid), tgenabled) FROM pg_trigger t
      JOIN pg_class c ON c.oid = tgrelid
     WHERE c.relnamespace = current_schema()::regnamespace AND NOT tgisinternal AND c.relname NOT LIKE '%_2020_02'
     ORDER BY 1`;
  expect(await ordered('moved', guards)).toEqual(await ordered('fresh', guards));
});

test('a target that cannot be used is named, with the reason, and nothing is changed there', async () => {
  await server.order('CREATE DATABASE theirs', "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
  await ordered('theirs', 'CREATE TABLE invoices (id int)');
  const faults: [string, string][] = [
    [database('theirs'), 'theirs is not empty: it holds the table invoices'],
    [database('latin'), 'has the encoding LATIN1'],
    [
      database('nowhere'),
      'nowhere can\'t be used: The database cannot be used: database "nowhere" does not exist',
    ],
    [`postgres://x:y@127.0.0.1:${await freePort()}/x`, 'ECONNREFUSED'],
    ['mysql://localhost/x', '--to must be the address of a server'],
  ];
  for (const [to, reason] of faults) {
    const outcome = await move(to);
    expect(outcome).toMatchObject({ code: 1, out: '', error: expect.stringContaining(reason) });
    expect(outcome.error.trim().split('\n')).toHaveLength(1);
  }
  expect(await ordered('theirs', "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toHaveLength(1);
  const again = await move(database('theirs'), { DATABASE_URL: database('mine') });
  expect(again).toMatchObject({
    code: 1,
    error: expect.stringContaining('DATABASE_URL names a server already'),
  });
});
