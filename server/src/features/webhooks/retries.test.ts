import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { deactivate } from '@latchkey/server/testing/standing';
import {
  addWebhook,
  organizationPath,
  removeWebhooks,
  startReceiver,
  systemPath,
} from '@latchkey/server/testing/webhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../runtime/upkeep.ts';
import { failingLimit, longestWait, maxAttempts, nextAttemptAt, retryDelays } from './schedule.ts';

const names: Record<string, string[]> = {};
const service = started(() =>
  startService({
    env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
    async resolve(name) {
      if (name.startsWith('broken')) throw Object.assign(new Error('SERVFAIL'), { code: 'ESERVFAIL' });
      return names[name] ?? [];
    },
  }),
);
const receiver = started(startReceiver);

let organization: { id: string; owner: Person };
beforeEach(async () => {
  await removeWebhooks(service);
  organization = await newOrganization(service);
  receiver.received.length = 0;
  answer(204);
});

const answer = (status: number, headers: Record<string, string> = {}) =>
  receiver.answerWith((_received, response) => response.writeHead(status, headers).end('sorry'));
const deliver = () => service.webhookWorker.drain();

/** An endpoint with one event to get, and what the log says about it. */
async function oneEvent(url = receiver.url) {
  const { webhook } = await addWebhook(organization.owner.client, url, { events: ['webhook.test'] });
  const path = `${organizationPath}/${webhook.id}`;
  const client = () => clientFor(service, organization.owner.id);
  await (await client()).post(`${path}/test`);
  return {
    id: webhook.id,
    path,
    client,
    delivery: async () => (await (await client()).get(`${path}/deliveries`)).body.deliveries[0],
    webhook: async () => (await (await client()).get(path)).body.webhook,
  };
}

describe('the next attempt', () => {
  const now = new Date('2026-03-07T14:05:00Z');
  const waitOf = (attempts: number, retryAfter?: string) =>
    (nextAttemptAt(attempts, retryAfter, now)?.getTime() ?? Number.NaN) - now.getTime();

  test('comes after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, give or take a fifth', () => {
    const seconds = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(retryDelays).toEqual(seconds.map((each) => each * 1000));
    for (const [index, delay] of retryDelays.entries()) {
      const waits = Array.from({ length: 200 }, () => waitOf(index + 1));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(delay * 0.8);
      expect(Math.max(...waits)).toBeLessThanOrEqual(delay * 1.2);
      expect(Math.max(...waits) - Math.min(...waits)).toBeGreaterThan(delay * 0.2);
    }
    expect(nextAttemptAt(maxAttempts, undefined, now)).toBeUndefined();
  });

  test('comes at the later of the schedule and Retry-After (seconds or a date), after a day at most', () => {
    expect(waitOf(1, '120')).toBe(120_000);
    expect(waitOf(1, 'Sat, 07 Mar 2026 15:05:00 GMT')).toBe(3_600_000);
    expect(waitOf(2, '1')).toBeGreaterThanOrEqual(240_000);
    expect(waitOf(1, '99999999999999')).toBe(longestWait);
    for (const nonsense of ['soon', '', '-5', 'Sat, 07 Mar 2020 15:05:00 GMT', 'NaN'])
      expect(waitOf(1, nonsense)).toBeLessThanOrEqual(6000);
  });
});

test('a retry that was planned while the clock was ahead is due once the clock is right again', async () => {
  const { delivery, client, path } = await oneEvent();
  service.clock.advance({ days: 30 });
  answer(503);
  await deliver();
  service.clock.advance({ days: -30 });
  answer(204);
  await deliver();
  expect(receiver.received).toHaveLength(1);
  await sweep(service.sql, service.clock.now());
  await deliver();
  expect(receiver.received).toHaveLength(2);
  expect(await delivery()).toMatchObject({ status: 'SUCCEEDED' });
  // Its lanes are free again, too.
  await (await client()).post(`${path}/test`);
  await deliver();
  expect(receiver.received).toHaveLength(3);
});

test('a retry that is planned as it should be keeps its time', async () => {
  const { delivery } = await oneEvent();
  answer(503, { 'retry-after': '80000' });
  await deliver();
  const planned = await delivery();
  await sweep(service.sql, service.clock.now());
  expect(await delivery()).toEqual(planned);
});

test('a delivery is tried ten times, never before its nextAttemptAt, and is then FAILED', async () => {
  answer(500);
  const { delivery, webhook } = await oneEvent();
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    await deliver();
    expect(receiver.received).toHaveLength(attempt);
    const { status, attempts, responseStatus, nextAttemptAt: next } = await delivery();
    const last = attempt === maxAttempts;
    expect({ status, attempts, responseStatus }).toEqual({
      status: last ? 'FAILED' : 'PENDING',
      attempts: attempt,
      responseStatus: 500,
    });
    if (last) expect(next).toBeNull();
    else {
      service.clock.advance({ ms: Date.parse(next) - service.clock.now().getTime() - 1000 });
      await deliver();
      expect(receiver.received).toHaveLength(attempt);
      service.clock.advance({ ms: 1000 });
    }
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  // Each attempt is signed again, at its own time.
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(
    maxAttempts,
  );
  const failing = await webhook();
  expect([failing.enabled, typeof failing.failingSince]).toEqual([true, 'string']);
  service.clock.advance({ days: 2 });
  await deliver();
  expect(receiver.received).toHaveLength(maxAttempts);
});

test('a receiver that sends Retry-After is left alone for that long', async () => {
  answer(429, { 'retry-after': '3600' });
  const { delivery } = await oneEvent();
  await deliver();
  service.clock.advance({ minutes: 59 });
  await deliver();
  expect(receiver.received).toHaveLength(1);
  answer(204);
  service.clock.advance({ minutes: 2 });
  await deliver();
  expect(await delivery()).toMatchObject({ status: 'SUCCEEDED', attempts: 2, responseStatus: 204 });
});

test('one successful delivery clears failingSince', async () => {
  answer(503);
  const { webhook } = await oneEvent();
  await deliver();
  expect((await webhook()).failingSince).not.toBeNull();
  answer(200);
  service.clock.advance({ seconds: 10 });
  await deliver();
  expect((await webhook()).failingSince).toBeNull();
});

test.each([301, 302, 307, 400, 404, 500])(
  '%d counts as a failure, and a redirect is not followed',
  async (status) => {
    answer(status, { location: `${receiver.url}/inside` });
    const { delivery } = await oneEvent(`${receiver.url}/hook`);
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await delivery()).toMatchObject({ status: 'PENDING', attempts: 1, responseStatus: status });
  },
);

describe('the service disables an endpoint', () => {
  const mailsTo = async (people: { email: string }[]) =>
    Promise.all(people.map(async ({ email }) => (await service.mails(email)).map(({ subject }) => subject)));

  test('when the receiver responds with 410: the OWNER and ADMINs get an email, and nothing more is sent', async () => {
    answer(410);
    const { id, owner } = organization;
    const [second, member, former] = [
      await newMember(service, id, 'ADMIN'),
      await newMember(service, id, 'MEMBER'),
      await newMember(service, id, 'ADMIN'),
    ];
    await deactivate(service, former.id);
    const { delivery, webhook, client, path, id: webhookId } = await oneEvent();
    await (await client()).post(`${path}/test`);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    expect(await webhook()).toMatchObject({ enabled: false, failingSince: expect.any(String) });
    expect(await delivery()).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
    expect((await service.audit()).at(-1)).toMatchObject({
      action: 'ORG_WEBHOOK_DISABLED',
      userId: null,
      organizationId: id,
      metadata: { webhookId, reason: 'gone' },
    });
    const subject = ['A webhook was turned off'];
    expect(await mailsTo([owner, second, member, former])).toEqual([subject, subject, [], []]);
    const [mail] = await service.mails(owner.email);
    expect(mail?.text).toContain('http://latchkey.test/organization/webhooks');
    expect(mail?.text).toContain('410');
    const emails = await service.sql`SELECT type FROM emails WHERE to_address = ${owner.email}`;
    expect(emails).toEqual([{ type: 'webhook_disabled' }]);
    // Turned back on, it starts afresh.
    answer(204);
    await (await client()).patch(path, { enabled: true });
    expect(await webhook()).toMatchObject({ enabled: true, failingSince: null });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    await (await client()).post(`${path}/test`);
    await deliver();
    expect(receiver.received).toHaveLength(2);
  });

  test('after five days without a successful delivery, and not a day sooner', async () => {
    answer(500);
    const { webhook, client, path } = await oneEvent();
    await deliver();
    const event = async () => {
      await (await client()).post(`${path}/test`);
      await deliver();
    };
    for (let day = 1; day < 5; day++) {
      service.clock.advance({ ms: failingLimit / 5 });
      await event();
      expect((await webhook()).enabled).toBe(true);
    }
    service.clock.advance({ ms: failingLimit / 5 });
    await event();
    expect((await webhook()).enabled).toBe(false);
    expect((await service.audit()).at(-1)).toMatchObject({
      action: 'ORG_WEBHOOK_DISABLED',
      metadata: { reason: 'failing' },
    });
    expect(await mailsTo([organization.owner])).toEqual([['A webhook was turned off']]);
  });

  test('of the system: ADMINs get an email, and other system endpoints get webhook.disabled', async () => {
    const admin = await newStaff(service, 'ADMIN');
    receiver.answerWith(({ path }, response) => response.writeHead(path === '/gone' ? 410 : 204).end());
    const ask = { path: systemPath };
    const { webhook } = await addWebhook(admin.client, `${receiver.url}/gone`, {
      ...ask,
      events: ['webhook.test'],
    });
    await addWebhook(admin.client, `${receiver.url}/other`, { ...ask, events: ['webhook.disabled'] });
    await admin.client.post(`${systemPath}/${webhook.id}/test`);
    await deliver();
    expect(await mailsTo([admin])).toEqual([expect.arrayContaining(['A webhook was turned off'])]);
    const [told] = receiver.received.filter(({ path }) => path === '/other');
    expect(JSON.parse(told?.body ?? '{}')).toMatchObject({
      type: 'webhook.disabled',
      data: {
        action: 'ADMIN_WEBHOOK_DISABLED',
        actor: null,
        organizationId: null,
        webhook: { id: webhook.id, enabled: false },
      },
    });
  });
});

describe('changes to an endpoint apply to its pending deliveries', () => {
  test('nothing more is sent once it is disabled or deleted', async () => {
    answer(500);
    const [off, gone] = [await oneEvent(`${receiver.url}/off`), await oneEvent(`${receiver.url}/gone`)];
    await deliver();
    receiver.received.length = 0;
    await (await off.client()).patch(off.path, { enabled: false });
    await (await gone.client()).delete(gone.path);
    service.clock.advance({ hours: 1 });
    await deliver();
    expect(receiver.received).toEqual([]);
    expect(await off.delivery()).toMatchObject({ status: 'FAILED' });
  });

  test('retries go to the new URL', async () => {
    answer(500);
    const { client, path } = await oneEvent(`${receiver.url}/old`);
    await deliver();
    await (await client()).patch(path, { url: `${receiver.url}/new` });
    service.clock.advance({ seconds: 10 });
    await deliver();
    expect(receiver.received.map((each) => each.path)).toEqual(['/old', '/new']);
  });
});

test('a host name that resolves to an internal address at delivery time is not contacted', async () => {
  names['hooks.example'] = ['127.0.0.1'];
  const port = new URL(receiver.url).port;
  const { delivery } = await oneEvent(`http://hooks.example:${port}/`);
  await deliver();
  expect(await delivery()).toMatchObject({ status: 'SUCCEEDED' });
  const rebound = await oneEvent(`http://metadata.example:${port}/`);
  names['metadata.example'] = ['169.254.169.254', '10.0.0.1'];
  await deliver();
  expect(await rebound.delivery()).toMatchObject({
    status: 'PENDING',
    attempts: 1,
    responseStatus: null,
    error: 'FORBIDDEN_ADDRESS',
  });
  expect(receiver.received).toHaveLength(1);
});

test('the delivery log does not tell an internal host name from an unknown one', async () => {
  names['inside.example'] = ['10.0.0.1'];
  const port = new URL(receiver.url).port;
  const logged = [];
  for (const host of ['inside', 'unknown', 'broken']) {
    const { delivery } = await oneEvent(`http://${host}.example:${port}/`);
    await deliver();
    const { status, attempts, responseStatus, error, durationMs } = await delivery();
    logged.push({ status, attempts, responseStatus, error, durationMs });
  }
  const same = {
    status: 'PENDING',
    attempts: 1,
    responseStatus: null,
    error: 'FORBIDDEN_ADDRESS',
    durationMs: 0,
  };
  expect(logged).toEqual([same, same, same]);
});

test("a receiver's response body is neither stored nor logged", async () => {
  receiver.answerWith((_received, response) => response.writeHead(500).end('hunter2 of the receiver'));
  await oneEvent();
  await deliver();
  const rows = await service.sql`SELECT d::text FROM webhook_deliveries d`;
  expect(JSON.stringify([rows, service.logged])).not.toContain('hunter2');
});

test('nothing is sent unsigned when the secret cannot be read', async () => {
  const { delivery, id } = await oneEvent();
  await service.sql`UPDATE webhook_secrets SET sealed = 'another key' WHERE webhook_id = ${id}`;
  await deliver();
  expect(receiver.received).toEqual([]);
  expect(await delivery()).toMatchObject({ status: 'PENDING', error: 'SECRET_UNREADABLE' });
});

test('deliveries are swept with their events after 30 days, and nothing more is sent', async () => {
  answer(500);
  const { client, path, delivery } = await oneEvent();
  await deliver();
  const { eventId } = await delivery();
  const events = () => service.sql`SELECT 1 FROM events WHERE id = ${eventId}`;
  service.clock.advance({ days: 29 });
  await sweep(service.sql, service.clock.now());
  expect((await (await client()).get(`${path}/deliveries`)).body.pagination.total).toBe(1);
  expect(await events()).toHaveLength(1);
  service.clock.advance({ days: 2 });
  await sweep(service.sql, service.clock.now());
  expect((await (await client()).get(`${path}/deliveries`)).body.pagination.total).toBe(0);
  expect(await events()).toHaveLength(0);
  await deliver();
  expect(receiver.received).toHaveLength(1);
});
