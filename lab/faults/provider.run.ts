import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@latchkey/server/testing/client';
import { startGitHub } from '@latchkey/server/testing/oauth/github';
import { removeServers } from '@latchkey/server/testing/postgres-servers';
import { afterAll, afterEach, expect, test } from 'vitest';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { startProxy } from './proxy.ts';
import { keepServer } from './server.ts';

const report = createReport('faults-provider', [
  'provider',
  'sign-ins tried',
  'accounts made meanwhile',
  'longest request (ms)',
  'recovered after (ms)',
]);
afterAll(() => report.write());
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await removeNodes();
  await removeServers();
});

async function setUp() {
  const database = await keepServer();
  closing.push(() => database.stop());
  const github = await startGitHub();
  closing.push(() => github.close());
  const between = await startProxy(Number(new URL(github.url).port));
  closing.push(() => between.close());
  const url = `http://127.0.0.1:${between.port}`;
  // A provider on plain HTTP is refused in production.
  const env = { ...github.environment, NODE_ENV: 'test', GITHUB_URL: url, GITHUB_API_URL: url };
  const node = await startNode({ ...env, DATABASE_URL: database.url });
  return { github, between, url, node };
}

type Setting = Awaited<ReturnType<typeof setUp>>;

/** There and back. Returns where the browser ends up, and how long the way back took. */
async function signIn({ node, github, url }: Setting, nth: number) {
  const login = `octo-${nth}`;
  github.people.set(login, {
    id: nth,
    name: 'Octo',
    emails: [{ email: `${login}@example.com`, primary: true, verified: true }],
  });
  const client = new Client(node.url);
  const { headers } = await client.get('/api/auth/oauth/github');
  const back = github.visit(headers.get('location') ?? '', login);
  back.searchParams.set('iss', `${url}/login/oauth`);
  const began = performance.now();
  const answer = await client.get(back.pathname + back.search);
  const place = answer.headers.get('location') ?? '';
  return {
    status: answer.status,
    arrived: place.includes('/auth/oauth/complete?token='),
    ms: performance.now() - began,
  };
}

const modes = [
  ['silent', 'hang'],
  ['hanging up', 'refuse'],
  ['talking nonsense', 'lie'],
] as const;

for (const [name, mode] of modes)
  test(`with a provider ${name}, sign-ins fail cleanly, and they work again afterwards`, () =>
    meet(name, mode));

async function meet(name: string, mode: (typeof modes)[number][1]): Promise<void> {
  const setting = await setUp();
  expect((await signIn(setting, 1)).arrived).toBe(true);
  setting.between.turn(mode);
  const tried = await Promise.all(Array.from({ length: 10 }, (_, nth) => signIn(setting, 10 + nth)));
  // Others are still served.
  expect((await new Client(setting.node.url).get('/api/health/ready')).status).toBe(200);
  setting.between.turn('pass');
  const over = performance.now();
  for (let nth = 100; !(await signIn(setting, nth)).arrived; nth++) await pause(20);
  const recovered = Math.round(performance.now() - over);
  const made = tried.filter(({ arrived }) => arrived).length;
  report.add([name, tried.length, made, Math.round(Math.max(...tried.map(({ ms }) => ms))), recovered]);
  expect(made).toBe(0);
  expect(tried.filter(({ status }) => status !== 302)).toEqual([]);
}
