import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createLatchkey } from '@latchkey/sdk/server';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { environmentOf } from '@latchkey/server/testing/command';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterAll, expect, test } from 'vitest';
import { removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';

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

/** Seconds of CPU that a process and those it started have used, also those of them that have ended. */
function cpuSeconds(pid: number): number {
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    let stat: string[] = [];
    try {
      stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
    } catch {
      // It ended meanwhile.
      continue;
    }
    if (Number(name) === pid) ticks += Number(stat[13]) + Number(stat[14]);
    if (Number(name) === pid || Number(stat[1]) === pid) ticks += Number(stat[11]) + Number(stat[12]);
  }
  return ticks / 100;
}

/** Asks as sixteen clients do, and returns the microseconds of the node's CPU that each request took. */
async function costOf(
  pid: number,
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<number> {
  const before = cpuSeconds(pid);
  const client = async () => {
    for (let n = 0; n < count / 16; n++) await (await fetch(url, { headers })).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 16 }, client));
  return ((cpuSeconds(pid) - before) / count) * 1e6;
}

/** The processor seconds of the next so many seconds. */
async function secondsDuring(pid: number, ms: number): Promise<number> {
  const before = cpuSeconds(pid);
  await pause(ms);
  return cpuSeconds(pid) - before;
}

test('a hundred subscribers while nothing changes', async () => {
  const node = await startNode({ ...environmentOf(service), RESEND_API_KEY: 're_of_no_use' });
  const key = await newFeedKey(service);
  const headers = { authorization: `Bearer ${key}` };
  const { cursor } = (await (await fetch(`${node.url}/api/checks/changes`, { headers })).json()) as {
    cursor: string;
  };
  // Among others, as on a node that is busy. The first ones compile the code.
  const paths = ['/api/auth/me', `/api/checks/changes?after=${encodeURIComponent(cursor)}`];
  const busy: number[] = [];
  for (const path of [...paths, ...paths])
    busy.push(await costOf(node.pid(), `${node.url}${path}`, headers, 16_000));
  const [, , check = 0, feed = 0] = busy;
  await pause(5000);
  const withNone = await secondsDuring(node.pid(), 20_000);
  let requests = 0;
  const counting: typeof fetch = (...call) => {
    requests++;
    return fetch(...call);
  };
  const made = { url: node.url, fetch: counting, local: { key } };
  const subscribers = Array.from({ length: 100 }, () => createLatchkey(made));
  for (const each of subscribers) {
    await each.authenticate({ headers: {} });
    await pause(10);
  }
  await pause(5000);
  requests = 0;
  const used = (await secondsDuring(node.pid(), 20_000)) - withNone;
  const perSecond = requests / 20;
  const current = subscribers.filter(({ local }) => local?.stats().connected).length;
  for (const each of subscribers) each.close();
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  report.add(['a session check among 16 at once, µs of CPU', Math.round(check)]);
  report.add(["a subscriber's request among 16 at once, µs of CPU", Math.round(feed)]);
  report.add(['requests of 100 subscribers per second', Math.round(perSecond)]);
  report.add(['100 subscribers, share of a core, by that', percent((perSecond * feed) / 1e6)]);
  report.add(['the same on a node that does nothing else', percent(used / 20)]);
  expect(current).toBeGreaterThan(90);
});

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
