import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@latchkey/server/testing/client';
import { testDatabase } from '@latchkey/server/testing/database';
import { eventually } from '@latchkey/server/testing/eventually';
import { closed, freePort, listen } from '@latchkey/server/testing/net';
import { password } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { createLogger } from '../platform/log.ts';
import { serve } from './serve.ts';

// The command as installed: `npm test` builds it first. Each start takes a moment.
const command = fileURLToPath(new URL('../../bin/latchkey.js', import.meta.url));
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Service = {
  child: ChildProcess;
  url: string;
  out(): string;
  error(): string;
  ended: Promise<number | null>;
};

const started: Service[] = [];
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-serve-'));
  await chmod(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** `latchkey serve` in its own folder, with nothing in its environment but what is given. */
async function start(folder: string, env: Record<string, string> = {}): Promise<Service> {
  const port = env.PORT ?? String(await freePort());
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [command, 'serve'], {
    cwd: folder,
    env: { PATH, HOME, PORT: port, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (error += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const service = { child, url: `http://localhost:${port}`, out: () => out, error: () => error, ended };
  started.push(service);
  return service;
}

async function untilRunning(service: Service): Promise<Service> {
  const { child, out, error } = service;
  await eventually(() => {
    if (child.exitCode !== null) throw new Error(`it ended: ${out()}${error()}`);
    expect(out()).toMatch(/Latchkey is running\.|"msg":"listening"/);
  });
  return service;
}

async function stop(service: Service, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  service.child.kill(signal);
  return service.ended;
}

/** A machine on which `localhost` is two addresses, as it is where IPv6 is set up. */
const twoAddresses = ['127.0.0.1', '127.0.0.2'];
const resolver = `
  import dns from 'node:dns/promises';
  import { syncBuiltinESMExports } from 'node:module';
  dns.lookup = async () => ${JSON.stringify(twoAddresses.map((address) => ({ address, family: 4 })))};
  syncBuiltinESMExports();`;
const onTwoAddresses = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(resolver)}`,
};

const postmaster = (folder: string) => join(folder, '.latchkey', 'postgres', 'data', 'postmaster.pid');
const ready = async (url: string) => (await fetch(`${url}/api/health/ready`)).status;

afterAll(async () => {
  for (const service of started) if (service.child.exitCode === null) await stop(service);
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('latchkey serve with nothing configured', () => {
  let folder: string;
  let service: Service;
  const email = 'ada@example.com';
  let browser: Client;

  beforeAll(async () => {
    folder = await newFolder();
    service = await untilRunning(await start(folder, onTwoAddresses));
    browser = new Client(service.url);
  });

  test('prints its address, how to make an admin, and where data and secrets are kept', () => {
    const said = service.out();
    for (const part of [
      `Address        ${service.url}`,
      `API reference  ${service.url}/api/docs`,
      'Make an admin  npx latchkey admin create --email',
      '(the first one: open the address in a browser on this machine)',
      '.latchkey (embedded PostgreSQL 1',
      '.latchkey/secrets.json',
    ])
      expect(said).toContain(part);
    expect(service.error()).toBe('');
    expect(statSync(join(folder, '.latchkey', 'secrets.json')).mode & 0o777).toBe(0o600);
  });

  test('is alive and ready', async () => {
    for (const path of ['/api/health/live', '/api/health/ready']) {
      const answer = await browser.get(path);
      expect({ path, status: answer.status, body: answer.body }).toEqual({
        path,
        status: 200,
        body: { status: 'ok' },
      });
    }
  });

  test('prints emails with the link on its own line, and one short line per request', async () => {
    const registration = { email, password, organizationName: 'Analytical Engines' };
    expect((await browser.post('/api/auth/register', registration)).status).toBe(201);
    await eventually(() => expect(service.out()).toContain(`Mail to ${email}`));
    expect(service.out()).toMatch(new RegExp(`^${service.url}/verify-email\\?token=\\S+$`, 'm'));
    // Written when the answer has left, which may be after it has arrived.
    const line = /^\[[\d:]+\].* POST \/api\/auth\/register 201 in [\d.]+ ms \(\S+\)$/m;
    await eventually(() => expect(service.out()).toMatch(line));
    expect(service.out()).not.toContain(password);
  });

  test('keeps the newest account and the current session through kill -9', async () => {
    expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200);
    const late = { email: 'late@example.com', password, organizationName: 'Late' };
    expect((await browser.post('/api/auth/register', late)).status).toBe(201);
    await stop(service, 'SIGKILL');
    service = await untilRunning(await start(folder, { ...onTwoAddresses, PORT: new URL(service.url).port }));
    expect(service.out()).toContain('Make an admin  npx latchkey admin create');
    expect(service.out()).not.toContain('the first one');
    expect((await browser.get('/api/auth/me')).body.user.email).toBe(email);
    const login = await new Client(service.url).post('/api/auth/login', { email: late.email, password });
    expect(login.status).toBe(200);
  });

  test('is not ready while its database is down, and is ready again once it restarts', async () => {
    const seen: number[] = [];
    const note = async () => void seen.push(await ready(service.url));
    await note();
    process.kill(Number(readFileSync(postmaster(folder), 'utf8').split('\n')[0]), 'SIGKILL');
    const deadline = Date.now() + 120_000;
    while (!(seen.includes(503) && seen.at(-1) === 200) && Date.now() < deadline) await note();
    expect([...new Set(seen)].sort()).toEqual([200, 503]);
    expect(seen.at(-1)).toBe(200);
    expect((await browser.get('/api/auth/me')).status).toBe(200);
    expect((await new Client(service.url).post('/api/auth/login', { email, password })).status).toBe(200);
  });

  test('finishes requests in progress on SIGTERM at each address, waits for no idle connection, and exits with code 0', async () => {
    const agent = new Agent({ keepAlive: true });
    const kept = (host: string, whenReceived: () => Promise<unknown> = async () => undefined) =>
      new Promise<number | undefined>((resolve, reject) => {
        const body = JSON.stringify({ email, password });
        const login = request(`${service.url}/api/auth/login`, {
          hostname: host,
          agent,
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            // The service says when it has the headers and waits for the rest.
            expect: '100-continue',
          },
        });
        login.on('continue', () => whenReceived().then(() => login.end(body), reject));
        login.on('response', (answer) => answer.resume().on('end', () => resolve(answer.statusCode)));
        login.on('error', reject);
      });
    // The connection has served before, and would be kept for another minute.
    for (const host of twoAddresses) expect(await kept(host)).toBe(200);
    const idle = connect(Number(new URL(service.url).port), 'localhost');
    await once(idle, 'connect');
    let received = 0;
    const logins = twoAddresses.map((host) =>
      kept(host, async () => {
        if (++received === twoAddresses.length) service.child.kill('SIGTERM');
        await eventually(() => expect(service.out()).toContain('stopping'));
      }),
    );
    expect(await Promise.all(logins)).toEqual([200, 200]);
    // If anything held it up for ten seconds, it would end itself, with code 1.
    expect(await service.ended).toBe(0);
    agent.destroy();
    idle.destroy();
    expect(existsSync(postmaster(folder))).toBe(false);
    await expect(fetch(service.url)).rejects.toThrow();
  });
});

describe('latchkey serve in production', () => {
  const admin = { SEED_ADMIN_EMAIL: 'Root@Example.com', SEED_ADMIN_PASSWORD: password };
  const production = {
    NODE_ENV: 'production',
    HOST: 'localhost',
    DATABASE_URL: 'embedded:.latchkey',
    SESSION_SECRET: 'session-secret-with-many-letters-0123456789',
    JWT_SECRET: 'access-secret-with-many-letters-0123456789',
    JWT_REFRESH_SECRET: 'refresh-secret-with-many-letters-0123456789',
    SMTP_URL: 'smtp://localhost:9',
  };

  test('lists every missing or invalid setting and exits with 1 before starting anything', async () => {
    const folder = await newFolder();
    const service = await start(folder, { NODE_ENV: 'production', SESSION_SECRET: 'too-short' });
    expect(await service.ended).toBe(1);
    expect(service.error()).toMatch(/^The configuration has 5 faults:\n( {2}- .+\n){5}$/);
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET', 'SMTP_URL'])
      expect(service.error()).toContain(name);
    expect(service.error()).not.toContain('too-short');
    expect(service.out()).toBe('');
    expect(existsSync(join(folder, '.latchkey'))).toBe(false);
  });

  test('seeds the first ADMIN once, logs only JSON lines, and serves metrics on a separate port', async () => {
    const folder = await newFolder();
    const metricsPort = await freePort();
    const env = { ...production, METRICS_PORT: String(metricsPort) };
    const first = await untilRunning(await start(folder, { ...env, ...admin }));
    const login = (email: string) => new Client(first.url).post('/api/auth/login', { email, password });
    const seeded = await login('root@example.com');
    expect(seeded.body).toMatchObject({
      user: { email: 'root@example.com', role: 'ADMIN', emailVerified: true },
      requiresTwoFactorSetup: true,
    });
    expect(seeded.cookies.latchkey_session?.secure).toBe(true);

    const figures = await fetch(`http://localhost:${metricsPort}/metrics`);
    expect({ status: figures.status, type: figures.headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringMatching(/^text\/plain/),
    });
    expect(await figures.text()).toMatch(
      /^latchkey_http_request_seconds_count\{.*\/api\/auth\/login.*\} 1$/m,
    );
    expect((await fetch(`http://localhost:${metricsPort}/`)).status).toBe(404);
    expect((await fetch(`http://localhost:${metricsPort}/api/health/live`)).status).toBe(404);
    expect(await (await fetch(`${first.url}/metrics`)).text()).not.toContain('latchkey_http_request');

    expect(await stop(first)).toBe(0);
    const lines = first.out().trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), time: expect.any(String) });
    expect(first.out()).not.toContain(password);
    const warned = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn');
    const variables = warned.flatMap(({ msg }) => /^[A-Z_]+(?= is )/.exec(msg) ?? []);
    expect(variables.sort()).toEqual([
      'BASE_URL',
      'DATABASE_URL',
      'EMAIL_FROM',
      'JWT_REFRESH_SECRET',
      'JWT_SECRET',
      'SESSION_SECRET',
    ]);

    const others = { SEED_ADMIN_EMAIL: 'second@example.com', SEED_ADMIN_PASSWORD: password };
    const second = await untilRunning(
      await start(folder, { ...env, ...others, PORT: new URL(first.url).port }),
    );
    expect((await login('second@example.com')).status).toBe(401);
    expect((await login('root@example.com')).status).toBe(200);
    expect(await stop(second)).toBe(0);
  });
});

describe.each(['PORT', 'METRICS_PORT'])('latchkey serve when %s is taken', (variable) => {
  test('says so in one line and exits with 1 before creating a database', async () => {
    const folder = await newFolder();
    const taken = createServer();
    const port = await listen(taken, 0);
    const service = await start(folder, { HOST: '127.0.0.1', LOG_LEVEL: 'warn', [variable]: String(port) });
    expect(await service.ended).toBe(1);
    await closed(taken);
    expect(service.error()).toBe(
      `Port ${port} is in use by another program. Stop that program, or set ${variable} to another number.\n`,
    );
    expect(service.out()).toBe('');
    expect(existsSync(join(folder, '.latchkey', 'postgres'))).toBe(false);
  });
});

describe('a postgres:// database', () => {
  test('works the same way: schema, ADMIN, accounts and sessions', async () => {
    const database = await testDatabase();
    const { host, port, username, password: secret, database: name } = database.connection;
    await database.sql`DROP SCHEMA public CASCADE`;
    await database.sql`CREATE SCHEMA public`;
    // The tests' own server has only a socket; this gives it a port.
    const bridge = createServer((near) => {
      const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      near.on('error', () => far.destroy()).pipe(far);
      far.on('error', () => near.destroy()).pipe(near);
    }).listen(0, '127.0.0.1');
    await once(bridge, 'listening');
    const address = `127.0.0.1:${(bridge.address() as AddressInfo).port}`;
    const lines: string[] = [];
    const config = readConfig(
      {
        NODE_ENV: 'test',
        DATABASE_URL: `postgres://${username}:${encodeURIComponent(secret)}@${address}/${name}`,
        SESSION_SECRET: 'session-secret-with-many-letters-0123456789',
        JWT_SECRET: 'access-secret-with-many-letters-0123456789',
        JWT_REFRESH_SECRET: 'refresh-secret-with-many-letters-0123456789',
        SEED_ADMIN_EMAIL: 'root@example.com',
        SEED_ADMIN_PASSWORD: password,
        SMTP_URL: 'smtp://127.0.0.1:9',
        PORT: '0',
        HOST: '127.0.0.1',
      },
      () => {
        throw new Error('nothing is missing');
      },
    );
    const log = createLogger(
      { environment: 'production', logLevel: 'info' },
      { write: (line) => void lines.push(line) },
    );
    const running = await serve(config, log);
    const client = new Client(running.address);
    expect(await ready(running.address)).toBe(200);
    const registration = { email: 'ada@example.com', password, organizationName: 'Engines' };
    expect((await client.post('/api/auth/register', registration)).status).toBe(201);
    expect((await client.post('/api/auth/login', registration)).status).toBe(200);
    expect((await client.get('/api/auth/me')).body.organization.slug).toBe('engines');
    const admin = await new Client(running.address).post('/api/auth/login', {
      email: 'root@example.com',
      password,
    });
    expect(admin.body.user.role).toBe('ADMIN');
    expect(lines.filter((line) => line.includes('migration applied')).length).toBeGreaterThan(1);
    expect(lines.join('')).not.toContain(secret);
    await running.close();
    await closed(bridge);
  });
});
