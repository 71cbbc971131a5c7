import { destinationLimits } from '@latchkey/contract';
import {
  addDestination,
  insertExisting,
  linesOf,
  marksOf,
  noteEvents,
  removeDestinations,
  ship,
} from '@latchkey/server/testing/destinations';
import { eventually } from '@latchkey/server/testing/eventually';
import { holdTimers } from '@latchkey/server/testing/hold-timers';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { type Receiver, startReceiver } from '@latchkey/server/testing/webhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lanes } from '../../platform/workers/fair-worker.ts';
import { answerLimit } from './schedule.ts';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
let receiver: Receiver;
let silent: Receiver;
let organization: { id: string; owner: Person };
let shipping: Promise<void> | undefined;
beforeEach(async () => {
  holdTimers(answerLimit);
  await removeDestinations(service);
  organization = await newOrganization(service);
  [receiver, silent] = [await startReceiver(), await startReceiver(() => undefined)];
});
afterEach(async () => {
  await removeDestinations(service);
  await silent.close();
  await shipping;
});

const startShipping = () => {
  shipping = ship(service);
};

/** Organizations with a destination at the silent receiver and something for it to take. */
async function silentNeighbors(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    const { id } = await newOrganization(service);
    await insertExisting(service, id, silent.url);
    await noteEvents(service, id, ['waits']);
  }
}

test('a receiver that never answers delays no other destination of its organization', async () => {
  const { client } = organization.owner;
  for (const name of ['One', 'Two', 'Three', 'Four'])
    await addDestination(client, { name, settings: { url: silent.url } });
  await addDestination(client, { settings: { url: receiver.url } });
  await noteEvents(service, organization.id, ['in a hurry']);
  startShipping();
  await eventually(() => expect(marksOf(linesOf(receiver.received))).toEqual(['in a hurry']));
  // None of the silent requests has ended by then.
  expect(silent.closed()).toBe(0);
});

test('tests of a receiver that never answers hold up no other request of their network', async () => {
  const { client } = organization.owner;
  const { path } = await addDestination(client, { settings: { url: silent.url } });
  const tests = Array.from({ length: 40 }, () => client.post(`${path}/test`));
  await eventually(() => expect(silent.received).toHaveLength(40));
  expect((await client.get(path)).status).toBe(200);
  expect(silent.closed()).toBe(0);
  await silent.close();
  const answers = await Promise.all(tests);
  expect(new Set(answers.map(({ body }) => body.test.succeeded))).toEqual(new Set([false]));
});

test('a hundred organizations whose receivers never answer do not delay the batch of another', async () => {
  await silentNeighbors(100);
  startShipping();
  await eventually(() => expect(silent.received.length).toBeGreaterThanOrEqual(lanes));
  await addDestination(organization.owner.client, { settings: { url: receiver.url } });
  await noteEvents(service, organization.id, ['in a hurry']);
  await service.webhookWorker.drain();
  service.clock.advance({ seconds: 6 });
  service.destinationWorker.wake();
  await eventually(() => expect(marksOf(linesOf(receiver.received))).toEqual(['in a hurry']));
  expect(silent.closed()).toBe(0);
});

test('receivers that never answer keep at most 36 MiB of batches in memory, and each gets its own in the end', async () => {
  const most = 36;
  const bytes = destinationLimits.bytes - 10_000;
  const waiting: (() => void)[] = [];
  silent.answerWith((_received, response) => waiting.push(() => response.writeHead(204).end()));
  for (let nth = 0; nth < most + 9; nth++) await insertExisting(service, null, `${silent.url}/${nth}`);
  await noteEvents(service, null, ['large'], bytes);
  startShipping();
  await eventually(() => expect(silent.received.length).toBeGreaterThanOrEqual(32));
  // Time for the others to be sent all the same.
  for (let round = 0; round < 20; round++) {
    service.destinationWorker.wake();
    await service.webhookWorker.drain();
  }
  expect(silent.received.length - silent.closed()).toBeLessThanOrEqual(most);
  silent.answerWith((_received, response) => response.writeHead(204).end());
  for (const answer of waiting) answer();
  await shipping;
  await eventually(async () => {
    await ship(service, 301);
    expect(new Set(silent.received.map(({ path }) => path)).size).toBe(most + 9);
  });
});
