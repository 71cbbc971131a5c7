import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createLatchkey, type Latchkey } from '@latchkey/sdk/server';
import { newFeedKey } from '@latchkey/server/testing/checks';
import { environmentOf } from '@latchkey/server/testing/command';
import { newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newApplication, tokensFor } from '@latchkey/server/testing/oidc';
import { newUser, startService } from '@latchkey/server/testing/service';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { flag } from '../flag.ts';
import { type Node, removeNodes, startNode } from '../nodes.ts';
import { createReport } from '../report.ts';

/*
 * What a check costs an application, and for how long one passes after what it rests on was revoked: asked each time, local
 * checks, an access token checked offline, and the cookie cache of Better Auth. `picture.mjs` makes the README's table of it.
 */

const service = started(startService);
const checks = flag('checks', 20_000);
const revocations = 50;
const report = createReport('local-checks-compared', ['way', 'µs', 'latest ms', 'median ms']);
let node: Node;
let feedKey: string;
beforeAll(async () => {
  node = await startNode({ ...environmentOf(service), RESEND_API_KEY: 're_of_no_use' });
  feedKey = await newFeedKey(service);
});
afterAll(async () => {
  report.write();
  await removeNodes();
});

/** Of CPU that this process spent on each. The service has a process of its own. */
async function microsecondsOf(check: () => Promise<unknown>, count: number): Promise<number> {
  for (let n = 0; n < count / 5; n++) await check();
  const before = process.cpuUsage();
  for (let n = 0; n < count; n++) {
    await check();
    // Local answers alone would keep the process from anything else.
    if (n % 1000 === 0) await pause(0);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** For how long a key still passes after it was revoked, in milliseconds, again and again. */
async function passesAfterRevocation(latchkey: Latchkey): Promise<number[]> {
  const took: number[] = [];
  for (let n = 0; n < revocations; n++) {
    const { client } = await newUser(service);
    const { id, key } = await newKey(client);
    const request = { headers: { authorization: `Bearer ${key}` } };
    const passes = async () => (await latchkey.authenticate(request)).caller !== undefined;
    while (latchkey.local && !latchkey.local.stats().connected) {
      await passes();
      await pause(5);
    }
    expect(await passes()).toBe(true);
    await client.delete(`/api/keys/${id}`);
    const revokedAt = performance.now();
    let latest = 0;
    for (let since = performance.now(); await passes(); since = performance.now()) {
      latest = since - revokedAt;
      await pause(1);
    }
    took.push(Math.round(latest));
  }
  return took.sort((one, other) => one - other);
}

async function addLatchkey(way: string, latchkey: Latchkey, count: number): Promise<void> {
  const { tokens } = await newUser(service);
  const request = { headers: { authorization: `Bearer ${tokens.accessToken}` } };
  const microseconds = await microsecondsOf(() => latchkey.authenticate(request), count);
  const took = await passesAfterRevocation(latchkey);
  latchkey.close();
  report.add([way, microseconds.toFixed(1), took.at(-1) ?? 0, took[revocations / 2] ?? 0]);
}

test('asked each time', () =>
  addLatchkey('asked each time', createLatchkey({ url: node.url }), Math.ceil(checks / 10)));

test('local checks', () =>
  addLatchkey('local checks', createLatchkey({ url: node.url, local: { key: feedKey } }), 10 * checks));

test('an access token checked offline', async () => {
  const person = await newUser(service);
  const application = await newApplication(service);
  const { access_token: token } = await tokensFor(service, person.client, application);
  const latchkey = createLatchkey({ url: service.url, issuer: 'http://latchkey.test' });
  const passes = async () => (await latchkey.verifyAccessToken(token)).claims !== undefined;
  expect(await passes()).toBe(true);
  const microseconds = await microsecondsOf(passes, checks);
  await person.client.post('/api/auth/logout');
  const wall = Date.now.bind(Date);
  let ahead = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => wall() + ahead);
  while (ahead < 3_600_000 && (await passes())) ahead += 1000;
  vi.restoreAllMocks();
  report.add(['an access token checked offline', microseconds.toFixed(1), ahead, ahead]);
});

test("Better Auth's cookie cache", () => {
  const contender = fileURLToPath(new URL('../bench/contenders/better-auth-cached.mjs', import.meta.url));
  const said = execFileSync(process.execPath, [contender, String(Math.ceil(checks / 5))], {
    encoding: 'utf8',
  });
  const { microseconds, passesForSeconds } = JSON.parse(said);
  const ms = passesForSeconds * 1000;
  report.add(["Better Auth's cookie cache", microseconds.toFixed(1), ms, ms]);
});
