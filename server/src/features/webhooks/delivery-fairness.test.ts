import { eventually } from '@latchkey/server/testing/eventually';
import { holdTimers } from '@latchkey/server/testing/hold-timers';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { startService } from '@latchkey/server/testing/service';
import { addWebhook, type Receiver, removeWebhooks, startReceiver } from '@latchkey/server/testing/webhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '../../platform/outbound/sign.ts';
import { lanes } from '../../platform/workers/fair-worker.ts';
import { answerLimit } from './schedule.ts';
import { sequenceEvents } from './sequence-events.ts';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
let receiver: Receiver;
let slow: Receiver;
let organization: { id: string; owner: Person };
beforeEach(async () => {
  await removeWebhooks(service);
  organization = await newOrganization(service);
  [receiver, slow] = [await startReceiver(), await startReceiver(() => undefined)];
});
afterEach(async () => {
  await removeWebhooks(service);
  await slow.close();
  await draining;
  await receiver.close();
});

let draining: Promise<void> | undefined;
const startDelivering = () => {
  draining = service.webhookWorker.drain();
};

/** Organizations with ten endpoints at the slow receiver each, and deliveries that have been due for an hour. */
async function slowNeighbors(organizations: number, deliveries: number): Promise<void> {
  const { sealed } = newSecret(service.webhooks.key);
  const due = new Date(service.clock.now().getTime() - 3_600_000);
  await service.sql`
    WITH o AS (
      INSERT INTO organizations (id, name, slug, created_at, updated_at)
      SELECT gen_random_uuid(), 'Slow', 'slow-' || gen_random_uuid(), ${due}, ${due} FROM generate_series(1, ${organizations}::int)
      RETURNING id),
    w AS (
      INSERT INTO webhooks (id, organization_id, url, events, created_at, updated_at, due_at)
      SELECT gen_random_uuid(), o.id, ${slow.url} || '/' || o.id, '{}', ${due}, ${due}, ${due} FROM o, generate_series(1, 10)
      RETURNING id),
    s AS (
      INSERT INTO webhook_secrets (id, webhook_id, sealed, created_at) SELECT gen_random_uuid(), w.id, ${sealed}, ${due} FROM w),
    e AS (
      INSERT INTO events (id, type, body, created_at)
      SELECT gen_random_uuid(), 'webhook.test', '{}', ${due} FROM generate_series(1, ${deliveries}::int)
      RETURNING id)
    INSERT INTO webhook_deliveries (id, webhook_id, event_id, type, next_attempt_at, created_at)
    SELECT gen_random_uuid(), w.id, e.id, 'webhook.test', ${due}, ${due} FROM w, e`;
}

async function oneEvent(): Promise<void> {
  await addWebhook(organization.owner.client, receiver.url, { events: ['organization.*'] });
  await organization.owner.client.patch('/api/organizations/current', { name: 'In a hurry' });
  await sequenceEvents(service.deps);
}

/** The most requests that any one slow organization has got. */
const mostOfOne = () => {
  const counts = new Map<string, number>();
  for (const { path } of slow.received) counts.set(path, (counts.get(path) ?? 0) + 1);
  return Math.max(...counts.values());
};

test('four organizations with a backlog at 1.85 seconds do not delay the event of another', async () => {
  slow.answerWith((_received, response) => setTimeout(() => response.writeHead(204).end(), 1850));
  await slowNeighbors(4, 100);
  startDelivering();
  await eventually(() => expect(slow.received.length).toBeGreaterThanOrEqual(lanes));
  await oneEvent();
  const before = slow.received.length;
  await eventually(() => expect(receiver.received).toHaveLength(1));
  // One round of the lanes at most, out of hundreds of requests that were due earlier.
  expect(slow.received.length - before).toBeLessThanOrEqual(lanes);
});

test('a hundred organizations that never respond do not delay the event of another', async () => {
  holdTimers(answerLimit);
  await slowNeighbors(100, 2);
  startDelivering();
  await eventually(() => expect(slow.received.length).toBeGreaterThanOrEqual(lanes));
  await oneEvent();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  // None of the silent requests has ended by then.
  expect(slow.closed()).toBe(0);
});

test('an event that is due last goes before the third request of any slow organization', async () => {
  await slowNeighbors(12, 2);
  await oneEvent();
  startDelivering();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  expect(mostOfOne()).toBeLessThanOrEqual(2);
});

test('endpoints that drip their answer do not delay the event of another organization', async () => {
  holdTimers(answerLimit);
  slow.answerWith((_received, response) => {
    const drip = setInterval(() => response.writeProcessing(), 200);
    response.on('close', () => clearInterval(drip));
  });
  await slowNeighbors(20, 2);
  startDelivering();
  await eventually(() => expect(slow.received.length).toBeGreaterThanOrEqual(lanes));
  await oneEvent();
  await eventually(() => expect(receiver.received).toHaveLength(1));
  expect(slow.closed()).toBe(0);
});
