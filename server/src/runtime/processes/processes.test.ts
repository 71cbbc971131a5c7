import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@latchkey/server/testing/client';
import { type TestDatabase, testDatabase } from '@latchkey/server/testing/database';
import { eventually } from '@latchkey/server/testing/eventually';
import { closed, freePort, listen } from '@latchkey/server/testing/net';
import { password } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

// The command as installed: `npm test` builds it first. Each start takes a moment.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const command = fileURLToPath(new URL('../../../bin/latchkey.js', import.meta.url));

let folder: string;
let database: TestDatabase;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-processes-'));
  database = await testDatabase();
});
afterAll(async () => {
  for (const child of started)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

type Started = {
  child: ChildProcess;
  pid: number;
  out(): string;
  error(): string;
  ended: Promise<unknown[]>;
};

function start(env: Record<string, string>): Started {
  const { PATH = '', HOME = '' } = process.env;
  const { host, port, username, password: secret, database: name } = database.connection;
  const child = spawn(process.execPath, [command, 'serve'], {
    cwd: folder,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      LOG_LEVEL: 'debug',
      HOST: '127.0.0.1',
      WEB_CONCURRENCY: '2',
      DATABASE_URL: `postgres://${username}:${encodeURIComponent(secret)}@${encodeURIComponent(host)}:${port}/${name}`,
      SESSION_SECRET: 'vR7kQ2mZ9xW4bN8tY1cH6jL3pF5sD0gA-session',
      JWT_SECRET: 'aG0dS5fP3lJ6hC1yT8nB4wX9zM2qK7rV-access',
      JWT_REFRESH_SECRET: 'Lp4Wc9Xz2Vb7Nm1Qa6Sd3Fg8Hj5Kl0Ty-refresh',
      BASE_URL: 'http://latchkey.test',
      EMAIL_FROM: 'latchkey@example.com',
      SMTP_URL: 'smtp://127.0.0.1:9',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => (error += chunk));
  return { child, pid: child.pid ?? 0, out: () => out, error: () => error, ended: once(child, 'close') };
}

/** The processes that a process has started and that still exist. */
async function childrenOf(pid: number): Promise<number[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = await Promise.all(
    numbers.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      return { pid: Number(name), parent: Number(stat.slice(stat.lastIndexOf(')') + 1).split(' ')[2]) };
    }),
  );
  return parents.filter(({ parent }) => parent === pid).map((each) => each.pid);
}

const isThere = (pid: number) =>
  readFile(`/proc/${pid}/stat`).then(
    () => true,
    () => false,
  );
const linesOf = (service: Started) => service.out().trimEnd().split('\n');
const said = (service: Started, what: RegExp) => linesOf(service).filter((line) => what.test(line));

/** A separate connection: any process may get it. */
const anew = { headers: { connection: 'close' } };

describe.runIf(process.platform === 'linux')('WEB_CONCURRENCY=2', () => {
  let service: Started;
  let url: string;
  let metricsUrl: string;
  beforeAll(async () => {
    const [port, metricsPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    service = start({ PORT: String(port), METRICS_PORT: String(metricsPort) });
    await eventually(() => expect(service.out()).toContain('"msg":"listening"'));
  });

  test('two processes respond on one port, each with its own rate limit count, and the log says so', async () => {
    expect(await childrenOf(service.pid)).toHaveLength(2);
    const login = { email: 'nobody@example.com', password: '' };
    const left = [];
    for (let nth = 0; nth < 6; nth++) {
      const answer = await new Client(url).post('/api/auth/login', login, anew);
      left.push(Number(answer.headers.get('x-ratelimit-remaining')));
    }
    expect(new Set(left).size).toBe(3);
    expect(said(service, /WEB_CONCURRENCY is 2, .* Set REDIS_URL/)).toHaveLength(1);
  });

  test('metrics cover both processes', async () => {
    const answered = /^latchkey_http_request_seconds_count\{.*\/api\/auth\/login.*\} 6$/m;
    expect(await (await fetch(metricsUrl)).text()).toMatch(answered);
  });

  test('only one process handles email and upkeep', async () => {
    expect(said(service, /this process handles mail, webhooks and upkeep/)).toHaveLength(1);
    const email = 'ada@example.com';
    const registration = { email, password, organizationName: 'Engines' };
    expect((await new Client(url).post('/api/auth/register', registration)).status).toBe(201);
    // No mail server listens there, but the process that has the worker tries at once.
    await eventually(() => expect(said(service, /mail failed; will retry/)).toHaveLength(1));
  });

  test('a killed process is replaced while the other one keeps responding', async () => {
    const [killed = 0] = await childrenOf(service.pid);
    process.kill(killed, 'SIGKILL');
    const answers = [];
    for (let nth = 0; nth < 20; nth++) {
      const patience = AbortSignal.timeout(15_000);
      const answer = fetch(`${url}/api/health/live`, { ...anew, signal: patience });
      answers.push(await answer.then(({ status }) => status).catch(() => 'lost'));
    }
    // One connection may have been handed to the process that was just killed.
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(19);
    await eventually(async () => expect(await childrenOf(service.pid)).toHaveLength(2));
    expect(await childrenOf(service.pid)).not.toContain(killed);
    const told = new RegExp(`"pid":${killed},.*"signal":"SIGKILL".*starting another one`);
    // Log lines are gathered for a moment.
    await eventually(() => expect(said(service, told)).toHaveLength(1));
  });

  test('SIGTERM ends all processes with exit code 0 and leaves every log line intact', async () => {
    await Promise.all(Array.from({ length: 200 }, () => fetch(`${url}/api/health/ready`)));
    const all = [service.pid, ...(await childrenOf(service.pid))];
    service.child.kill('SIGTERM');
    expect(await service.ended).toEqual([0, null]);
    for (const pid of all) await eventually(async () => expect(await isThere(pid)).toBe(false));
    for (const line of linesOf(service))
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String) });
    expect(said(service, /"route":"\/api\/health\/ready","status":200/)).toHaveLength(200);
    expect(said(service, /"msg":"(stopping|listening)"/)).toHaveLength(2);
    expect(service.error()).toBe('');
  });
});

describe.runIf(process.platform === 'linux')('several processes', () => {
  test('report a taken port once and exit with 1', async () => {
    const taken = createServer();
    const port = await listen(taken, 0);
    const service = start({ PORT: String(port) });
    expect(await service.ended).toEqual([1, null]);
    await closed(taken);
    expect(service.error()).toBe(
      `Port ${port} is in use by another program. Stop that program, or set PORT to another number.\n`,
    );
    expect(said(service, /"level":"(error|fatal)"/)).toEqual([]);
  });

  test('do not outlive their parent, even when it is killed', async () => {
    const service = start({ PORT: String(await freePort()) });
    await eventually(() => expect(service.out()).toContain('"msg":"listening"'));
    const children = await childrenOf(service.pid);
    service.child.kill('SIGKILL');
    await service.ended;
    for (const pid of children) await eventually(async () => expect(await isThere(pid)).toBe(false));
  });
});
