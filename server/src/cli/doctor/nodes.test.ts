import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, runCommand, startCommand } from '@latchkey/server/testing/command';
import { testDatabase } from '@latchkey/server/testing/database';
import { eventually } from '@latchkey/server/testing/eventually';
import { freePort } from '@latchkey/server/testing/net';
import { silenceNodes } from '@latchkey/server/testing/nodes';
import { startService, type TestService } from '@latchkey/server/testing/service';
import { tablesChangedBy, tablesHolding } from '@latchkey/server/testing/tables';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { beat } from '../../runtime/heartbeat.ts';
import { findNodes } from '../../runtime/node-store.ts';
import type { Finding } from './finding.ts';

vi.setConfig({ testTimeout: 60_000 });

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'latchkey-nodes-'));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const okta = {
  OAUTH_PROVIDERS: 'okta',
  OKTA_ISSUER: 'https://okta.example.com',
  OKTA_CLIENT_ID: 'us',
  OKTA_CLIENT_SECRET: 'the-secret-of-okta',
};
const mail = 'smtp://us:password-of-the-mail-server@mail.example.com';

/** Two nodes on one database, each with settings of its own. */
async function twoNodes(first: Record<string, string> = {}, second: Record<string, string> = {}) {
  const database = await testDatabase();
  const alpha = await startService({ database, env: first });
  const beta = await startService({ database, env: second });
  return [alpha, beta] as const;
}

async function beatAs(service: TestService, name: string, version = '1.2.3'): Promise<void> {
  await beat(service.deps, { id: uuidv7(), name, version });
}

async function examined(service: TestService) {
  let outcome = { code: null as number | null, out: '', error: '' };
  const changed = await tablesChangedBy(service, async () => {
    outcome = await runCommand(['doctor', '--cluster', '--json'], { cwd, env: environmentOf(service) });
  });
  expect(changed).toEqual([]);
  const { findings } = JSON.parse(outcome.out) as { findings: Finding[] };
  const found = findings.filter(({ area }) => area === 'cluster');
  return { found, ...outcome };
}

test('nodes that agree are named in one line, and settings of their own are left out', async () => {
  const [alpha, beta] = await twoNodes(
    { DATABASE_POOL_SIZE: '5', LOG_LEVEL: 'info', ALLOWED_ORIGINS: 'https://a.example,https://b.example' },
    { DATABASE_POOL_SIZE: '9', LOG_LEVEL: 'warn', ALLOWED_ORIGINS: 'https://a.example, https://b.example' },
  );
  await beatAs(alpha, 'alpha:3000');
  await beatAs(beta, 'beta:3000');
  const { code, found } = await examined(alpha);
  expect(found).toEqual([
    { area: 'cluster', status: 'ok', message: '2 nodes agree: version 1.2.3 on alpha:3000, beta:3000.' },
  ]);
  expect(code).toBe(0);
  const { out } = await runCommand(['doctor'], { cwd, env: environmentOf(alpha) });
  expect(out).not.toContain('cluster');
});

test('settings that must agree are named with the value of each node', async () => {
  const [alpha, beta] = await twoNodes(
    { COOKIE_DOMAIN: 'latchkey.test', RATE_LIMIT_LOGIN: '5/15m' },
    { RATE_LIMIT_LOGIN: '50/15m' },
  );
  await beatAs(alpha, 'alpha:3000');
  await beatAs(beta, 'beta:3000');
  const { code, found } = await examined(alpha);
  expect(code).toBe(1);
  expect(found.map(({ status, message }) => `${status}: ${message}`).sort()).toEqual([
    'fault: COOKIE_DOMAIN differs: latchkey.test on alpha:3000; not set on beta:3000.',
    'fault: RATE_LIMIT_LOGIN differs: 5/15m on alpha:3000; 50/15m on beta:3000.',
  ]);
  expect(found[0]?.fix).toContain('restart');
});

test('secrets and addresses that differ are named, and neither they nor a hash that could be guessed are kept', async () => {
  const [alpha, beta] = await twoNodes(
    { ...okta, SMTP_URL: mail, JWT_SECRET: 'another-access-secret-another-access-se' },
    { ...okta, OKTA_CLIENT_SECRET: 'a-newer-secret-of-okta', SMTP_URL: mail.replace('us', 'them') },
  );
  await beatAs(alpha, 'alpha:3000');
  await beatAs(beta, 'beta:3000');
  const { found, out } = await examined(beta);
  expect(found.map(({ message }) => message).sort()).toEqual([
    'JWT_SECRET differs: one value on alpha:3000; another on beta:3000.',
    'OKTA_* differs: one value on alpha:3000; another on beta:3000.',
    'SMTP_URL differs: one value on alpha:3000; another on beta:3000.',
  ]);
  const secrets = [
    'another-access-secret-another-access-se',
    'the-secret-of-okta',
    'a-newer-secret-of-okta',
    'password-of-the-mail-server',
  ];
  for (const secret of secrets) {
    expect(await tablesHolding(alpha.sql, secret)).toEqual([]);
    expect(out).not.toContain(secret);
  }
});

test('the same secret has another fingerprint in another database, and under another name', async () => {
  const env = { JWT_SECRET_PREVIOUS: 'an-earlier-secret-an-earlier-secret-an-earlier' };
  const both = { ...env, JWT_REFRESH_SECRET_PREVIOUS: env.JWT_SECRET_PREVIOUS };
  const [one, other] = [await startService({ env: both }), await startService({ env })];
  const fingerprintsAt = async (service: TestService) => {
    await beatAs(service, 'alpha:3000');
    const [node] = await findNodes(service.sql);
    return node?.fingerprints ?? {};
  };
  const [first, second] = [await fingerprintsAt(one), await fingerprintsAt(other)];
  expect(first.JWT_SECRET_PREVIOUS).toMatch(/^[\w-]{16}$/);
  expect(first.JWT_SECRET_PREVIOUS).not.toBe(second.JWT_SECRET_PREVIOUS);
  expect(first.JWT_SECRET_PREVIOUS).not.toBe(first.JWT_REFRESH_SECRET_PREVIOUS);
  expect(second.JWT_REFRESH_SECRET_PREVIOUS).toBeNull();
});

test('versions and clocks that differ are named', async () => {
  const [alpha, beta] = await twoNodes();
  alpha.clock.advance({ seconds: -5 });
  beta.clock.advance({ minutes: 2 });
  await beatAs(alpha, 'alpha:3000', '1.2.3');
  await beatAs(beta, 'beta:3000', '1.3.0');
  const { found } = await examined(alpha);
  expect(found).toEqual([
    expect.objectContaining({
      status: 'warning',
      message: 'Versions differ: 1.2.3 on alpha:3000; 1.3.0 on beta:3000.',
    }),
    expect.objectContaining({
      status: 'warning',
      message: expect.stringMatching(
        /^alpha:3000's clock is [45]\.\d seconds behind the database's clock\.$/,
      ),
    }),
    expect.objectContaining({
      status: 'fault',
      message: expect.stringMatching(
        /^beta:3000's clock is 1(19|20) seconds ahead of the database's clock\.$/,
      ),
    }),
  ]);
});

test('a node that died is named until it is started again, and no longer compared', async () => {
  const [alpha, beta] = await twoNodes({}, { BASE_URL: 'http://elsewhere.test' });
  await beatAs(beta, 'beta:3000');
  await silenceNodes(alpha, 3);
  expect((await examined(alpha)).found).toMatchObject([
    { status: 'warning', message: 'No node is running.' },
  ]);
  await beatAs(alpha, 'alpha:3000');
  expect((await examined(alpha)).found).toMatchObject([
    {
      status: 'warning',
      message: "beta:3000 was last heard from 3 minutes ago, and didn't stop in good order.",
    },
  ]);
  await beatAs(alpha, 'beta:3000');
  expect((await examined(alpha)).found).toMatchObject([{ status: 'ok' }]);
});

test('a node is known as soon as it serves, and forgotten when it stops', async () => {
  const service = await startService();
  const port = await freePort();
  const env = { ...environmentOf(service), NODE_ENV: 'development', HOST: '127.0.0.1', PORT: String(port) };
  const node = startCommand(['serve'], { cwd, env });
  const name = `${hostname()}:${port}`;
  await eventually(async () => {
    const [finding] = (await examined(service)).found;
    expect(finding).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/^One node: version \d\S+ on /),
    });
    expect(finding?.message).toContain(name);
  });
  node.kill('SIGTERM');
  await eventually(async () => expect(await findNodes(service.sql)).toEqual([]));
});
