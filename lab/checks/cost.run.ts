import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** Seconds of CPU that a process has used. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

test('a hundred subscribers while nothing changes', async () => {
  const node = await startNode({ ...environmentOf(service), RESEND_API_KEY: 're_of_no_use' });
  const key = await newFeedKey(service);
  const headers = { authorization: `Bearer ${key}` };
  await pause(5000);
  const idle = cpuOf(node.pid());
  await pause(20_000);
  const withNone = cpuOf(node.pid()) - idle;
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
  const before = cpuOf(node.pid());
  requests = 0;
  await pause(20_000);
  const used = cpuOf(node.pid()) - before;
  const asked = requests;
  const current = subscribers.filter(({ local }) => local?.stats().connected).length;
  for (const each of subscribers) each.close();
  // What the same request costs without the wait tells how fast the machine is right now.
  const since = cpuOf(node.pid());
  for (let n = 0; n < 2000; n++) await (await fetch(`${node.url}/api/auth/me`, { headers })).arrayBuffer();
  const each = (cpuOf(node.pid()) - since) / 2000;
  report.add(['requests of 100 subscribers per second', Math.round(asked / 20)]);
  report.add(['each of them, in session checks one by one', ((used - withNone) / asked / each).toFixed(2)]);
  report.add([
    '100 subscribers, share of a core of their node',
    `${((100 * (used - withNone)) / 20).toFixed(1)} %`,
  ]);
  expect(current).toBeGreaterThan(90);
});
