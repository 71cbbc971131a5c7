import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLatchkey } from '@latchkey/sdk/server';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { environmentOf } from '@latchkey/server/testing/command';
import { atEnd, started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterAll, expect, test } from 'vitest';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';
import { costOf, cpuSeconds } from './cpu.ts';

const run = promisify(execFile);
const service = started(startService);
const report = createReport('local-checks-cost', ['what', 'measured']);
afterAll(async () => {
  report.write();
  await removeNodes();
});

test('a local answer of 2 KiB', async () => {
  const { tokens, id } = await newUser(service);
  const metadata = { notes: Array.from({ length: 20 }, (_, n) => ({ n, text: 'x'.repeat(40) })) };
  await service.sql`UPDATE users SET public_metadata = ${JSON.stringify(metadata)}::text::jsonb WHERE id = ${id}`;
  const given = { url: service.url, key: await newFeedKey(service), token: tokens.accessToken };
  const program = fileURLToPath(new URL('answers.mjs', import.meta.url));
  const { stdout } = await run(process.execPath, [program, JSON.stringify(given)]);
  const { bytes, asked, microseconds, p99Ms } = JSON.parse(stdout);
  const perSecond = (each: number) => Math.round(1e6 / each).toLocaleString('en');
  report.add(['size of the answer, bytes', bytes]);
  report.add(['local answers per second of a core: median of 7 rounds', perSecond(microseconds[3])]);
  report.add([
    'the same: the best and the worst round',
    microseconds
      .filter((_: number, n: number) => n % 6 === 0)
      .map(perSecond)
      .join(', '),
  ]);
  report.add(['asked of Latchkey meanwhile', asked]);
  report.add(['p99 of a local answer, µs', Math.round(p99Ms * 10_000) / 10]);
  expect(p99Ms).toBeLessThan(0.05);
});

/** The processor seconds of the next so many seconds. */
async function secondsDuring(pid: number, ms: number): Promise<number> {
  const before = cpuSeconds(pid);
  await pause(ms);
  return cpuSeconds(pid) - before;
}

/** So many requests that the code is compiled as in a process that has run for an hour. */
const compiling = 16_000;

test('a hundred subscribers while nothing changes', async () => {
  const node = await startNode({ ...environmentOf(service), RESEND_API_KEY: 're_of_no_use' });
  const key = await newFeedKey(service);
  const headers = { authorization: `Bearer ${key}` };
  const { cursor } = (await (await fetch(`${node.url}/api/checks/changes`, { headers })).json()) as {
    cursor: string;
  };
  // Among others, as on a node that is busy. The first ones compile the code.
  const changes = `/api/checks/changes?after=${encodeURIComponent(cursor)}`;
  const paths = ['/api/auth/me', changes];
  const busy: number[] = [];
  for (const path of [...paths, ...paths])
    busy.push(await costOf([node.pid()], `${node.url}${path}`, headers, 3200));
  const [, , check = 0, feed = 0] = busy;
  await costOf([node.pid()], `${node.url}${changes}`, headers, compiling);
  const own = await askedByMany(node.url, node.pid(), key);
  const bare = fork(fileURLToPath(new URL('bare.mjs', import.meta.url)), { execArgv: [] });
  atEnd(() => void bare.kill('SIGKILL'));
  const [port] = await once(bare, 'message');
  const bareUrl = `http://127.0.0.1:${port}`;
  await costOf([bare.pid ?? 0], `${bareUrl}${changes}&waitMs=0`, headers, compiling);
  const least = await askedByMany(bareUrl, bare.pid ?? 0, key);
  report.add(['a session check among 16 at once, µs of CPU', Math.round(check)]);
  report.add(["a subscriber's request among 16 at once, µs of CPU", Math.round(feed)]);
  for (const [who, { perSecond, share, current }] of [
    ['', own],
    [', asking a bare HTTP server', least],
  ] as const) {
    report.add([`requests of 100 subscribers per second${who}`, Math.round(perSecond)]);
    report.add([`share of a core${who}`, `${(100 * share).toFixed(1)} %`]);
    expect(current).toBeGreaterThan(90);
  }
});

/** What a hundred subscribers cost this process while nothing changes, and how many of them were current. */
async function askedByMany(url: string, pid: number, key: string) {
  let requests = 0;
  const counting: typeof fetch = (...call) => {
    requests++;
    return fetch(...call);
  };
  await pause(5000);
  const withNone = await secondsDuring(pid, 15_000);
  const subscribers = Array.from({ length: 100 }, () =>
    createLatchkey({ url, fetch: counting, local: { key } }),
  );
  for (const each of subscribers) {
    await each.authenticate({ headers: {} });
    await pause(10);
  }
  await pause(5000);
  requests = 0;
  const used = (await secondsDuring(pid, 15_000)) - withNone;
  const perSecond = requests / 15;
  const current = subscribers.filter(({ local }) => local?.stats().connected).length;
  for (const each of subscribers) each.close();
  return { perSecond, share: used / 15, current };
}

const password = 'Correct-Horse-7';

test('a sign-in, with and without the triggers that note changes', async () => {
  const node = await startNode({ ...environmentOf(service), RESEND_API_KEY: 're_of_no_use' });
  const people = Array.from({ length: 20 }, (_, n) => `cost-${n}@example.com`);
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${node.url}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    expect(response.ok).toBe(true);
  };
  for (const email of people) await post('/api/auth/register', { email, password, organizationName: 'Cost' });
  const [server] =
    await service.sql`SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`;
  const triggers = await service.sql`
    SELECT format('ALTER TABLE %s %%s TRIGGER %I', tgrelid::regclass, tgname) AS change
      FROM pg_trigger WHERE tgname LIKE '%\\_check\\_%'`;
  const spent = () => cpuSeconds(node.pid()) + cpuSeconds(server?.pid);
  const rounds: number[][] = [];
  for (let round = 0; round < 8; round++) {
    const costs: number[] = [];
    // In turn, so that a change of the machine's pace meets both.
    for (const way of round % 2 === 0 ? ['ENABLE ALWAYS', 'DISABLE'] : ['DISABLE', 'ENABLE ALWAYS']) {
      for (const { change } of triggers) await service.sql.unsafe(change.replace('%s', way));
      const before = spent();
      for (const email of people) await post('/api/auth/login', { email, password });
      costs.push(((spent() - before) / people.length) * 1000);
    }
    rounds.push(round % 2 === 0 ? costs : costs.reverse());
  }
  const ratios = rounds.map(([on = 0, off = 1]) => on / off).sort((a, b) => a - b);
  report.add(['a sign-in at cost 12, ms of CPU with the database', Math.round(rounds[0]?.[0] ?? 0)]);
  report.add([
    'the same, with triggers by without: median of 8 rounds',
    ((ratios[3] ?? 0) + (ratios[4] ?? 0)) / 2,
  ]);
  report.add([
    'the least and the most of them',
    [ratios[0], ratios[7]].map((each) => each?.toFixed(3)).join(', '),
  ]);
});
