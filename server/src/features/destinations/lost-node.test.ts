import {
  addDestination,
  linesOf,
  marksOf,
  noteEvents,
  ship,
  systemDestinations,
} from '@latchkey/server/testing/destinations';
import { eventually } from '@latchkey/server/testing/eventually';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { beforeEach, expect, test } from 'vitest';

const env = { WEBHOOK_ALLOWED_NETWORKS: 'loopback' };
const service = started(() => startService({ env }));
const otherNode = started(() => startService({ env, database: service.database, clock: service.clock }));
const receiver = started(startReceiver);

let organization: { id: string; owner: Person };
let waiting: (() => void)[];
beforeEach(async () => {
  organization = await newOrganization(service);
  receiver.received.length = 0;
  waiting = [];
});
const answerAtOnce = () => receiver.answerWith((_received, response) => void response.writeHead(204).end());
const holdAnswers = () =>
  receiver.answerWith((_received, response) => waiting.push(() => response.writeHead(204).end()));
const note = (...marks: (string | number)[]) => noteEvents(service, organization.id, marks);
const batches = () => receiver.received.map((each) => marksOf(linesOf([each])));

async function running() {
  answerAtOnce();
  const added = await addDestination(organization.owner.client, { settings: { url: receiver.url } });
  await ship(service);
  receiver.received.length = 0;
  return added;
}

test('one batch is under way at a time, whatever node looks for more', async () => {
  await running();
  holdAnswers();
  await note('one');
  const first = ship(service);
  await eventually(() => expect(batches()).toEqual([['one']]));
  await note('two');
  await ship(otherNode, 6);
  expect(batches()).toEqual([['one']]);
  answerAtOnce();
  for (const answer of waiting) answer();
  await first;
  await ship(otherNode, 6);
  expect(batches()).toEqual([['one'], ['two']]);
});

test('the batch of a node that died is sent again by another after half a minute, with nothing missing or moved back', async () => {
  const { path } = await running();
  const cursorOf = async () =>
    (await (await clientFor(service, organization.owner.id)).get(path)).body.destination.status.cursor;
  const before = await cursorOf();
  holdAnswers();
  await note('one', 'two');
  const lost = ship(service);
  await eventually(() => expect(batches()).toEqual([['one', 'two']]));
  answerAtOnce();
  await ship(otherNode, 29);
  expect(batches()).toHaveLength(1);
  expect(await cursorOf()).toBe(before);
  await note('three');
  await ship(otherNode, 6);
  expect(batches()).toEqual([
    ['one', 'two'],
    ['one', 'two', 'three'],
  ]);
  const after = await cursorOf();
  expect(after).not.toBe(before);
  // The node comes back to life with its answer.
  for (const answer of waiting) answer();
  await lost;
  expect(await cursorOf()).toBe(after);
  await note('four');
  await ship(service);
  expect(batches().slice(2)).toEqual([['four']]);
});

test('the lag tells the oldest event that a destination wants and has not taken, by scope and kind', async () => {
  const lags = async () => {
    const text = await service.deps.metrics.registry.getSingleMetricAsString(
      'latchkey_destination_lag_seconds',
    );
    return Object.fromEntries(
      [...text.matchAll(/\{scope="(\w+)",kind="(\w+)"\} (\S+)/g)].map(([, scope, kind, seconds]) => [
        `${scope} ${kind}`,
        Number(seconds),
      ]),
    );
  };
  const admin = await newStaff(service, 'ADMIN');
  answerAtOnce();
  const { path } = await addDestination(admin.client, {
    path: systemDestinations,
    kind: 'splunk',
    settings: { url: receiver.url, token: 'token-0198c0de' },
    events: ['impersonation.*'],
  });
  const own = await running();
  await ship(service);
  expect(await lags()).toEqual({ 'system splunk': 0, 'organization http': 0 });
  receiver.answerWith((_received, response) => void response.writeHead(503).end());
  await note('late');
  await ship(service, 0);
  service.clock.advance({ minutes: 10 });
  await note('later');
  await ship(service, 60);
  const late = await lags();
  expect(Object.keys(late)).toEqual(['organization http', 'system splunk']);
  expect(late['organization http']).toBeGreaterThanOrEqual(660);
  expect(late['organization http']).toBeLessThan(3600);
  expect(late['system splunk']).toBe(late['organization http']);
  const owner = await clientFor(service, organization.owner.id);
  await addDestination(owner, {
    kind: 'otlp',
    name: 'Not begun',
    settings: { url: receiver.url },
  });
  service.clock.advance({ minutes: 2 });
  expect((await lags())['organization otlp']).toBeGreaterThanOrEqual(120);
  // What one doesn't want is not late, and nothing is while it is turned off.
  const again = await clientFor(service, admin.id);
  expect((await again.patch(path, { events: ['user.deleted'] })).status).toBe(200);
  expect(await lags()).toMatchObject({ 'system splunk': 0, 'organization http': expect.any(Number) });
  expect((await owner.patch(own.path, { enabled: false })).status).toBe(200);
  expect((await lags())['organization http'] ?? 0).toBe(0);
});
