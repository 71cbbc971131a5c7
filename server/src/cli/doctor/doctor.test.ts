import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { environmentOf, runCommand, spawnCommand } from '@latchkey/server/testing/command';
import { startSmtp } from '@latchkey/server/testing/email';
import { started } from '@latchkey/server/testing/lifetime';
import { findRedisServer, startRedis, type TestRedis } from '@latchkey/server/testing/limit-stores';
import { freePort } from '@latchkey/server/testing/net';
import { startOpenIdProvider } from '@latchkey/server/testing/oauth/openid';
import { startService } from '@latchkey/server/testing/service';
import { tablesChangedBy } from '@latchkey/server/testing/tables';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from './finding.ts';
import { aboutSpace } from './surroundings.ts';

const mailPassword = 'mail-password-nobody-may-see';
const clientSecret = 'provider-secret-nobody-may-see';
const redisPassword = 'redis-password-nobody-may-see';
const redisProgram = findRedisServer('the look of the doctor at Redis');

const service = started(startService);
const smtp = started(() =>
  startSmtp({
    onAuth: (auth, _session, done) =>
      auth.password === mailPassword ? done(null, { user: 'us' }) : done(new Error('Who are you?')),
  }),
);
const provider = started(startOpenIdProvider);
let redis: TestRedis | undefined;
let cwd: string;
let healthy: Record<string, string>;

beforeAll(async () => {
  redis = redisProgram ? await startRedis(redisProgram, redisPassword) : undefined;
  cwd = await mkdtemp(join(tmpdir(), 'latchkey-doctor-'));
  healthy = {
    ...environmentOf(service),
    SMTP_URL: `smtp://us:${mailPassword}@127.0.0.1:${smtp.port}`,
    GOOGLE_CLIENT_ID: 'us',
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_ISSUER: provider.url,
    ...(redis && { REDIS_URL: redis.url }),
  };
});
afterAll(async () => {
  await redis?.kill();
  await rm(cwd, { recursive: true, force: true });
});

async function examined(env: Record<string, string>, run = runCommand) {
  let outcome = { code: null as number | null, out: '', error: '' };
  const changed = await tablesChangedBy(service, async () => {
    outcome = await run(['doctor', '--json'], { cwd, env });
  });
  expect(changed).toEqual([]);
  const { code, out, error } = outcome;
  const said = JSON.parse(out) as { ok: boolean; findings: Finding[] };
  expect(code).toBe(said.ok ? 0 : 1);
  const of = (area: string) => said.findings.filter((finding) => finding.area === area);
  return { ...said, of, out: out + error };
}

/** Values of variables, and the secrets inside them. */
const secretsIn = (env: Record<string, string>) => [
  ...Object.entries(env).flatMap(([name, value]) => (/SECRET/.test(name) ? [value] : [])),
  new URL(env.DATABASE_URL?.replace('@/', '@localhost/') ?? '').password,
  mailPassword,
  redisPassword,
];

describe('latchkey doctor', () => {
  test('reports no problems on a healthy system, and shows no secrets', async () => {
    const { ok, findings, of, out } = await examined(healthy);
    expect(findings.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(ok).toBe(true);
    const areas = [
      'configuration',
      'database',
      'schema',
      'secrets',
      'clock',
      'mail',
      'providers',
      'limits',
      'disk',
    ];
    for (const area of areas) expect(of(area), area).toHaveLength(1);
    for (const secret of secretsIn(healthy)) expect(out).not.toContain(secret);
    const { code, out: text } = await runCommand(['doctor'], { cwd, env: healthy });
    expect([code, text.trimEnd().split('\n')]).toEqual([
      0,
      areas.map(() => expect.stringMatching(/^✓ [a-z]+ +\S/)),
    ]);
  });

  test('reports everything that is unreachable, and how to fix it', async () => {
    const gone = `127.0.0.1:${await freePort()}`;
    const env = {
      ...healthy,
      DATABASE_URL: `postgres://latchkey:database-password@${gone}/latchkey`,
      SMTP_URL: `smtp://us:${mailPassword}@${gone}`,
      REDIS_URL: `redis://:${redisPassword}@${gone}`,
      GOOGLE_ISSUER: `http://${gone}`,
      GITHUB_CLIENT_ID: 'us',
      GITHUB_CLIENT_SECRET: clientSecret,
      GITHUB_URL: `http://${gone}`,
      GITHUB_API_URL: `http://${gone}`,
    };
    const { ok, of, out } = await examined(env);
    expect(ok).toBe(false);
    expect(of('database')).toEqual([
      {
        area: 'database',
        status: 'fault',
        message: expect.stringContaining('ECONNREFUSED'),
        fix: 'Start PostgreSQL, or correct the host and port in DATABASE_URL.',
      },
    ]);
    expect(of('mail')).toMatchObject([
      {
        status: 'fault',
        message: "Emails can't be sent. SMTP: ECONNREFUSED",
        fix: expect.stringContaining('SMTP_URL'),
      },
    ]);
    expect(of('limits')).toMatchObject([
      {
        status: 'fault',
        message: expect.stringContaining('ECONNREFUSED'),
        fix: expect.stringContaining('REDIS_URL'),
      },
    ]);
    expect(of('providers')).toMatchObject([
      { status: 'fault', message: expect.stringContaining('google') },
      { status: 'fault', message: expect.stringContaining('github') },
    ]);
    for (const secret of [...secretsIn(healthy), 'database-password']) expect(out).not.toContain(secret);
  });

  test('names the services that reject our credentials', async () => {
    const { ok, of, out } = await examined({
      ...healthy,
      DATABASE_URL: healthy.DATABASE_URL?.replace(/:[^:@]+@/, ':another-password@') ?? '',
      SMTP_URL: `smtp://us:another-password@127.0.0.1:${smtp.port}`,
    });
    expect(ok).toBe(false);
    expect(of('database')).toMatchObject([
      { status: 'fault', fix: expect.stringContaining('user and password') },
    ]);
    expect(of('mail')).toMatchObject([
      { status: 'fault', fix: 'Correct the user and password in SMTP_URL.' },
    ]);
    expect(out).not.toContain('another-password');
  });

  test('lists what is wrong with the configuration, and stops there', async () => {
    const { findings } = await examined({ NODE_ENV: 'production', PORT: 'http' });
    expect(findings.length).toBeGreaterThan(5);
    expect(new Set(findings.map(({ area, status }) => `${area} ${status}`))).toEqual(
      new Set(['configuration fault']),
    );
    expect(findings.map(({ message }) => message).join()).toContain('SESSION_SECRET is not set.');
  });

  test('warns about settings that work but are unwise', async () => {
    const { ok, of } = await examined({
      ...healthy,
      DATABASE_POOL_SIZE: '900',
      WEB_CONCURRENCY: '2',
      REDIS_URL: '',
    });
    expect(ok).toBe(true);
    expect(of('configuration')).toMatchObject([
      { status: 'warning', message: expect.stringContaining('WEB_CONCURRENCY') },
    ]);
    expect(of('database')).toMatchObject([
      { status: 'warning', fix: expect.stringContaining('DATABASE_POOL_SIZE') },
    ]);
  });

  test('notices a clock that is off', async () => {
    const shift = async (seconds: number) => {
      const file = join(cwd, `shift-${seconds}.mjs`);
      const shifted = `Real.now() + ${seconds * 1000}`;
      writeFileSync(
        file,
        `const Real = Date; globalThis.Date = class extends Real {
          constructor(...given) { super(...(given.length > 0 ? given : [${shifted}])); }
          static now() { return ${shifted}; }
        };`,
      );
      return examined({ ...healthy, NODE_OPTIONS: `--import=${pathToFileURL(file)}` }, spawnCommand);
    };
    const [hour, moment] = [await shift(3600), await shift(-5)];
    expect(hour.of('clock')).toMatchObject([
      {
        status: 'fault',
        message: expect.stringMatching(/3600 seconds ahead of/),
        fix: expect.stringContaining('NTP'),
      },
    ]);
    expect(moment.of('clock')).toMatchObject([
      { status: 'warning', message: expect.stringMatching(/ (4|5)\.\d seconds behind/) },
    ]);
  });

  test('reports whether sealed data can be opened, and writes nothing', async () => {
    const other = 'another-session-secret-another-session-secret';
    const wrong = await examined({ ...healthy, SESSION_SECRET: other });
    expect(wrong.of('secrets')).toMatchObject([
      { status: 'fault', message: expect.stringContaining('SESSION_SECRET is not the one') },
    ]);
    const rotated = await examined({
      ...healthy,
      SESSION_SECRET: other,
      SESSION_SECRET_PREVIOUS: healthy.SESSION_SECRET ?? '',
    });
    expect(rotated.of('secrets')).toMatchObject([
      { status: 'warning', fix: 'Run "npx latchkey secrets reseal".' },
    ]);

    await service.sql`
      INSERT INTO users (id, email, role, two_factor_secret, created_at, updated_at)
      VALUES (gen_random_uuid(), 'sealed@example.com', 'USER', '\\x00112233', now(), now())`;
    const damaged = await examined(healthy);
    expect(damaged.of('secrets')).toMatchObject([
      { status: 'fault', message: expect.stringContaining('users.two_factor_secret') },
    ]);
    await service.sql`DELETE FROM users WHERE email = 'sealed@example.com'`;
  });

  test('reports a schema that is outdated or from a newer version, and leaves it alone', async () => {
    const { sql } = service;
    const [last] =
      await sql`DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations) RETURNING *`;
    const older = await examined(healthy);
    expect(older.of('schema')).toMatchObject([
      {
        status: 'warning',
        message: expect.stringContaining(last?.name),
        fix: expect.stringContaining('npx latchkey migrate'),
      },
    ]);
    await sql`
      INSERT INTO migrations (name, checksum, applied_at)
      SELECT unnest(ARRAY[${last?.name}, '9999_tomorrow.sql']), ${last?.checksum}, ${last?.appliedAt}`;
    const newer = await examined(healthy);
    expect(newer.of('schema')).toMatchObject([
      { status: 'fault', message: expect.stringContaining('9999_tomorrow.sql') },
    ]);
    await sql`DELETE FROM migrations WHERE name = '9999_tomorrow.sql'`;
  });

  test('creates nothing in an empty folder', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'latchkey-empty-'));
    const { code, out } = await runCommand(['doctor', '--json'], { cwd: empty, env: {} });
    expect(code).toBe(0);
    expect(JSON.parse(out).findings).toContainEqual({
      area: 'database',
      status: 'ok',
      message: 'There is no database yet. The service creates one in .latchkey.',
    });
    expect(readdirSync(empty)).toEqual([]);
    await rm(empty, { recursive: true });
  });
});

test.each([
  [50_000_000_000, 'ok', '50.0 GB'],
  [500_000_000, 'warning', '500 MB'],
  [50_000_000, 'fault', '50 MB'],
])('a disk with %d bytes free is reported as %s', (free, status, size) => {
  expect(aboutSpace('data', free)).toMatchObject({
    area: 'disk',
    status,
    message: `${size} free on the disk that holds data.`,
  });
});
