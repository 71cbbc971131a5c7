import { addDestination, linesOf, marksOf, noteEvents, ship } from '@latchkey/server/testing/destinations';
import { hurryTimers } from '@latchkey/server/testing/hold-timers';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweep } from '../../runtime/upkeep.ts';
import { failingLimit, nextAttemptAt } from './schedule.ts';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);

let organization: { id: string; owner: Person };
beforeEach(async () => {
  organization = await newOrganization(service);
  receiver.received.length = 0;
  answer(204);
});

const answer = (status: number, headers: Record<string, string> = {}, body = '') =>
  receiver.answerWith((_received, response) => response.writeHead(status, headers).end(body));
const add = (more = {}) =>
  addDestination(organization.owner.client, { settings: { url: `${receiver.url}/events?key=1` }, ...more });
const owner = () => clientFor(service, organization.owner.id);
const note = (...marks: (string | number)[]) => noteEvents(service, organization.id, marks);
const gone = () => marksOf(linesOf(receiver.received));
/** A destination that has taken its own creation. */
async function running(more = {}) {
  const added = await add(more);
  await ship(service);
  receiver.received.length = 0;
  const read = async () => (await (await owner()).get(added.path)).body.destination;
  return { ...added, read };
}

describe('a batch', () => {
  test('is one signed request with a line for each event of the stream, from destination.created on', async () => {
    await note('before');
    const { secret, destination } = await add();
    await note('one', 'two');
    await ship(service);
    expect(receiver.received).toHaveLength(1);
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = receiver.received;
    expect([path, headers['content-type']]).toEqual(['/events?key=1', 'application/x-ndjson']);
    const events = linesOf(receiver.received);
    const stream = (await (await owner()).get('/api/organizations/current/events?limit=1000')).body.events;
    expect(events).toEqual(stream.slice(-3));
    expect(events[0]).toMatchObject({
      type: 'destination.created',
      data: { destination: { id: destination.id, settings: { url: receiver.url } } },
    });
    expect(headers['webhook-id']).toBe(events.at(-1)?.id);
    const sentAt = Number(headers['webhook-timestamp']) * 1000;
    expect(Math.abs(sentAt - service.clock.now().getTime())).toBeLessThan(60_000);
    // The library judges by its own clock, which the service's is ahead of.
    const own = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) } as object;
    const verifier = new Webhook(secret);
    expect(() => verifier.verify(body, own as Record<string, string>)).toThrow(/signature/i);
    expect(verifier.sign(events.at(-1)?.id ?? '', new Date(sentAt), body)).toBe(headers['webhook-signature']);
  });

  test('waits five seconds for more, and holds at most 500 events, in order', async () => {
    await running();
    await note('first');
    await service.clock.hold(async () => {
      await ship(service, 0);
      expect(receiver.received).toEqual([]);
      await ship(service, 4);
      expect(receiver.received).toEqual([]);
    });
    const marks = Array.from({ length: 1100 }, (_, index) => index);
    await note(...marks);
    await ship(service, 5);
    expect(receiver.received.map(({ body }) => body.trim().split('\n').length)).toEqual([500, 500, 101]);
    expect(gone()).toEqual(['first', ...marks]);
  });

  test('leaves at once when it is full', async () => {
    await running();
    await note(...Array.from({ length: 501 }, (_, index) => index));
    await service.clock.hold(() => ship(service, 0));
    expect(gone()).toHaveLength(500);
  });

  test('holds at most 1 MiB, and one event alone may be longer', async () => {
    await running();
    await noteEvents(service, organization.id, [1, 2, 3, 4, 5], 300_000);
    await noteEvents(service, organization.id, [6], 1_200_000);
    await noteEvents(service, organization.id, [7], 10);
    await ship(service);
    const sizes = receiver.received.map(({ body }) => Buffer.byteLength(body));
    expect(receiver.received.map((each) => marksOf(linesOf([each])))).toEqual([[1, 2, 3], [4, 5], [6], [7]]);
    expect(sizes.filter((size) => size > 1_048_576)).toHaveLength(1);
    expect(gone()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('holds only what the filter names, and passes the rest', async () => {
    const { read } = await running({ events: ['organization.*', 'destination.updated'] });
    await note('unwanted');
    await ship(service);
    expect(receiver.received).toEqual([]);
    expect((await read()).status).toMatchObject({ lagSeconds: 0, lastSucceededAt: null });
    await (await owner()).patch('/api/organizations/current', { name: 'Renamed' });
    await note('unwanted');
    await ship(service);
    expect(linesOf(receiver.received).map(({ type }) => type)).toEqual(['organization.updated']);
  });

  test('of an organization holds its own events, and of the service those of all', async () => {
    const other = await newOrganization(service);
    await running();
    await noteEvents(service, other.id, ['of another']);
    await noteEvents(service, null, ['of the service']);
    await note('own');
    await ship(service);
    expect(gone()).toEqual(['own']);
  });
});

describe('a batch that is not taken', () => {
  test('is sent again after 5 s, then twice as long each time, up to 5 min, and keeps those behind it back', async () => {
    const { read } = await running();
    answer(503, {}, 'secret of the other side');
    await note('first');
    await ship(service);
    await note('second');
    await service.clock.hold(async () => {
      for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
        const before = receiver.received.length;
        await ship(service, seconds - 1);
        expect(receiver.received).toHaveLength(before);
        await ship(service, 1);
        expect(receiver.received).toHaveLength(before + 1);
      }
    });
    const { status } = await read();
    expect(status).toMatchObject({ lastError: 'HTTP 503', lagSeconds: expect.any(Number) });
    expect(status.lagSeconds).toBeGreaterThan(900);
    receiver.received.length = 0;
    answer(200);
    await ship(service, 301);
    expect(gone()).toEqual(['first', 'second']);
    expect((await read()).status).toMatchObject({ lastError: null, lagSeconds: 0 });
  });

  test('waits for a later Retry-After, an hour at most', () => {
    const now = new Date('2026-03-07T14:05:00Z');
    const waitOf = (failures: number, retryAfter?: string) =>
      (nextAttemptAt(failures, retryAfter, now).getTime() - now.getTime()) / 1000;
    expect([1, 2, 3, 6, 7, 8, 100, 5000].map((failures) => waitOf(failures))).toEqual([
      5, 10, 20, 160, 300, 300, 300, 300,
    ]);
    expect([waitOf(1, '120'), waitOf(1, '1'), waitOf(1, '86400'), waitOf(1, 'soon')]).toEqual([
      120, 5, 3600, 5,
    ]);
    expect(waitOf(1, 'Sat, 07 Mar 2026 14:35:00 GMT')).toBe(1800);
  });

  test('keeps the Retry-After of its answer', async () => {
    await running();
    answer(429, { 'retry-after': '600' });
    await note('first');
    await ship(service);
    expect(receiver.received).toHaveLength(1);
    await ship(service, 590);
    expect(receiver.received).toHaveLength(1);
    await ship(service, 10);
    expect(receiver.received).toHaveLength(2);
  });

  test('within 15 seconds counts as failed', async () => {
    const { read } = await running();
    receiver.answerWith(() => undefined);
    const hurried = hurryTimers(15_000);
    await note('first');
    await ship(service);
    expect((await read()).status.lastError).toBe('ETIMEDOUT');
    expect([hurried(), receiver.received.length]).toEqual([1, 1]);
  });

  test('for five days turns the destination off, which its ADMINs learn by mail and the audit log', async () => {
    const { read } = await running();
    answer(500);
    await note('first');
    await ship(service);
    await ship(service, failingLimit / 1000 - 120);
    expect((await read()).enabled).toBe(true);
    await ship(service, 301);
    expect(await read()).toMatchObject({ enabled: false, status: { lastError: 'HTTP 500' } });
    const [mail] = (await service.mails(organization.owner.email)).slice(-1);
    expect(mail).toMatchObject({ subject: 'An event destination was turned off' });
    expect(mail?.text).toContain('Archive');
    const entries = await service.audit();
    expect(entries.at(-1)).toMatchObject({
      action: 'ORG_DESTINATION_DISABLED',
      organizationId: organization.id,
      userId: null,
      metadata: { name: 'Archive', reason: 'failing' },
    });
    const tried = receiver.received.length;
    await ship(service, 3600);
    expect(receiver.received).toHaveLength(tried);
    // Turned on again, it goes on where it stopped.
    answer(204);
    receiver.received.length = 0;
    await (await owner()).patch(`/api/organizations/current/destinations/${(await read()).id}`, {
      enabled: true,
    });
    await ship(service);
    expect(gone()).toEqual(['first']);
  });

  test('counts its days anew after one that is', async () => {
    const { read } = await running();
    for (const status of [500, 204, 500]) {
      answer(status);
      await note('one more');
      await ship(service, failingLimit / 1000 / 2);
    }
    await ship(service, failingLimit / 1000 / 2 + 60);
    expect((await read()).enabled).toBe(true);
  });
});

describe('turned on again', () => {
  test('it goes on at its cursor, and with `since` at the first event not before that', async () => {
    const { path } = await running();
    await (await owner()).patch(path, { enabled: false });
    await note('missed');
    service.clock.advance({ minutes: 5 });
    const since = service.clock.now().toISOString();
    await note('later');
    await ship(service);
    expect(receiver.received).toEqual([]);
    await (await owner()).patch(path, { enabled: true });
    await ship(service);
    expect(gone()).toEqual(['missed', 'later']);
    receiver.received.length = 0;
    await (await owner()).patch(path, { since });
    await ship(service);
    expect(gone()).toEqual(['later']);
  });

  test('it is refused with EVENTS_EXPIRED once an event that it wants has aged out, unless `since` is sent', async () => {
    const { path, read } = await running();
    const filtered = await running({ events: ['organization.*'] });
    for (const each of [path, filtered.path]) await (await owner()).patch(each, { enabled: false });
    await note('missed');
    await service.webhookWorker.drain();
    service.clock.advance({ days: 31 });
    for (const swept of [false, true]) {
      if (swept) await sweep(service.sql, service.clock.now());
      const refused = await (await owner()).patch(path, { enabled: true, name: 'Renamed' });
      expect([refused.status, refused.body.error.code]).toEqual([409, 'EVENTS_EXPIRED']);
    }
    expect(await read()).toMatchObject({ enabled: false, name: 'Archive' });
    // Nothing that this one wants is missing.
    expect((await (await owner()).patch(filtered.path, { enabled: true })).status).toBe(200);
    const since = service.clock.now().toISOString();
    await note('new');
    receiver.received.length = 0;
    expect((await (await owner()).patch(path, { enabled: true, since })).status).toBe(200);
    await ship(service);
    expect(gone()).toEqual(['new']);
  });

  test('the same holds for one that was made turned off, with a start in the past', async () => {
    const since = service.clock.now().toISOString();
    const { path } = await add({ enabled: false, since });
    await note('missed');
    await service.webhookWorker.drain();
    service.clock.advance({ days: 31 });
    await sweep(service.sql, service.clock.now());
    const refused = await (await owner()).patch(path, { enabled: true });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'EVENTS_EXPIRED']);
  });
});

test('a new destination with `since` begins with the first event not before that, also in the future', async () => {
  await note('too early');
  service.clock.advance({ minutes: 1 });
  const since = service.clock.now().toISOString();
  await note('in time');
  await add({ since });
  await ship(service);
  expect(gone()).toEqual(['in time']);
  receiver.received.length = 0;
  await add({ since: new Date(service.clock.now().getTime() + 3_600_000).toISOString(), name: 'Later' });
  await note('now');
  await ship(service);
  expect(
    linesOf(receiver.received).filter(({ data }) => JSON.stringify(data).includes('"now"')),
  ).toHaveLength(1);
  service.clock.advance({ hours: 1 });
  receiver.received.length = 0;
  await note('then');
  await ship(service);
  expect(gone()).toEqual(['then', 'then']);
});

test('the cursor is that of the event stream, and moves with each batch that is taken', async () => {
  const { read } = await running();
  await note('taken');
  await ship(service);
  const { cursor, lastSucceededAt } = (await read()).status;
  expect(Date.parse(lastSucceededAt)).toBeGreaterThan(0);
  await note('next');
  const { body } = await (await owner()).get(`/api/organizations/current/events?after=${cursor}`);
  expect(marksOf(body.events)).toEqual(['next']);
});

test('a rotated secret signs alone at once, or beside the earlier one during the overlap', async () => {
  const { secret: first, path } = await running();
  const rotate = async (overlapHours: number) =>
    (await (await owner()).post(`${path}/rotate-secret`, { overlapHours })).body.secret as string;
  const signaturesOf = async (secrets: string[]) => {
    receiver.received.length = 0;
    await note('signed');
    await ship(service);
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = receiver.received;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const expected = secrets.map((each) => new Webhook(each).sign(String(headers['webhook-id']), at, body));
    expect(headers['webhook-signature']).toBe(expected.join(' '));
  };
  const second = await rotate(1);
  await signaturesOf([second, first]);
  service.clock.advance({ hours: 1 });
  await signaturesOf([second]);
  const third = await rotate(24);
  const fourth = await rotate(0);
  expect(third).not.toBe(fourth);
  await signaturesOf([fourth]);
});
