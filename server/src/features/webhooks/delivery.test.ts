import { eventually } from '@latchkey/server/testing/eventually';
import { holdTimers } from '@latchkey/server/testing/hold-timers';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import {
  addWebhook,
  insertDelivery,
  insertEndpoint,
  organizationPath,
  type Received,
  removeWebhooks,
  startReceiver,
  systemPath,
} from '@latchkey/server/testing/webhooks';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createResolve } from '../../platform/outbound/resolve.ts';
import { createSender } from '../../platform/outbound/sender.ts';
import { equalShares, lanes } from '../../platform/workers/fair-worker.ts';
import { record } from '../../records/audit/record.ts';
import { claimBatch } from './claim-batch.ts';
import { deliverBatch } from './deliver-batch.ts';
import { lease } from './schedule.ts';
import { sequenceEvents } from './sequence-events.ts';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

let organization: { id: string; owner: Person };
beforeEach(async () => {
  await service.webhookWorker.drain();
  await removeWebhooks(service);
  // A proof stays recent for only ten minutes.
  admin.client = await clientFor(service, admin.id);
  organization = await newOrganization(service);
  receiver.received.length = 0;
  receiver.answerWith((_received, response) => response.writeHead(204).end());
});

const deliver = () => service.webhookWorker.drain();
const typesOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body).type as string);
const idOf = ({ headers }: Received) => headers['webhook-id'];
const rename = (name: string, { owner } = organization) =>
  owner.client.patch('/api/organizations/current', { name });

/** Verifies as a receiver with this secret would, at the service's time. */
function verify(secret: string, { headers, body }: Received, altered = body): boolean {
  vi.useFakeTimers({ now: service.clock.now(), toFake: ['Date'] });
  try {
    for (const Library of [StandardWebhook, SvixWebhook])
      new Library(secret).verify(altered, headers as Record<string, string>);
    return true;
  } catch (error) {
    expect(String(error)).toMatch(/signature/i);
    return false;
  } finally {
    vi.useRealTimers();
  }
}

test('an event about another endpoint names only its origin: the rest may be a secret', async () => {
  await addWebhook(organization.owner.client, receiver.url, { events: ['webhook.*'] });
  const other = 'https://other.example.com/services/T0/secret?key=hidden';
  const { webhook } = await addWebhook(organization.owner.client, other, { events: ['user.*'] });
  await organization.owner.client.patch(`${organizationPath}/${webhook.id}`, { enabled: false });
  await deliver();
  const about = receiver.received.map(({ body }) => JSON.parse(body).data.webhook);
  expect(about.filter(({ id }) => id === webhook.id).map(({ url }) => url)).toEqual([
    'https://other.example.com',
    'https://other.example.com',
  ]);
  expect(JSON.stringify(receiver.received)).not.toContain('secret?key');
});

test('an event arrives signed, and standardwebhooks and svix verify its exact bytes', async () => {
  const { secret, webhook } = await addWebhook(organization.owner.client, `${receiver.url}/hook`);
  await rename('Ünïted Engines 🚂');
  await deliver();
  expect(typesOf(receiver.received)).toEqual(['webhook.created', 'organization.updated']);
  const [, updated] = receiver.received as [Received, Received];
  expect(updated.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  });
  expect(verify(secret, updated)).toBe(true);
  expect(verify(secret, updated, updated.body.replace('🚂', '🚃'))).toBe(false);
  expect(verify(secret, { ...updated, headers: { ...updated.headers, 'webhook-id': 'another' } })).toBe(
    false,
  );
  expect(verify(`whsec_${Buffer.alloc(32).toString('base64')}`, updated)).toBe(false);
  expect(JSON.parse(updated.body)).toEqual({
    type: 'organization.updated',
    timestamp: expect.any(String),
    data: {
      action: 'ORG_UPDATED',
      actor: { id: organization.owner.id, email: organization.owner.email },
      organizationId: organization.id,
      metadata: expect.any(Object),
      organization: expect.objectContaining({ id: organization.id, name: 'Ünïted Engines 🚂' }),
    },
  });
  const stream = (await organization.owner.client.get('/api/organizations/current/events')).body.events;
  expect(stream.at(-1)).toEqual({ id: idOf(updated), ...JSON.parse(updated.body) });

  const path = `${organizationPath}/${webhook.id}/deliveries`;
  const { deliveries, pagination } = (await organization.owner.client.get(path)).body;
  expect(pagination).toMatchObject({ page: 1, total: 2 });
  expect(deliveries[0]).toEqual({
    id: expect.any(String),
    eventId: idOf(updated),
    type: 'organization.updated',
    status: 'SUCCEEDED',
    attempts: 1,
    responseStatus: 204,
    error: null,
    durationMs: expect.any(Number),
    lastAttemptAt: expect.any(String),
    nextAttemptAt: null,
    createdAt: expect.any(String),
  });
  expect((await organization.owner.client.get(`${path}/${deliveries[0].id}`)).body).toEqual({
    delivery: deliveries[0],
    payload: updated.body,
  });
  expect((await organization.owner.client.get(`${path}?status=FAILED`)).body.deliveries).toEqual([]);
  expect(
    (await organization.owner.client.get(`${path}?status=SUCCEEDED&limit=1&page=2`)).body.deliveries,
  ).toEqual([deliveries[1]]);
  expect((await organization.owner.client.get(`${path}?status=LOST`)).status).toBe(400);
});

test('during a rotation both secrets verify; afterwards, only the new one does', async () => {
  const { client, id } = organization.owner;
  const { secret: first, webhook } = await addWebhook(client, receiver.url, { events: ['organization.*'] });
  const rotate = async (overlapHours: number) =>
    (
      await (
        await clientFor(service, id)
      ).post(`${organizationPath}/${webhook.id}/rotate-secret`, { overlapHours })
    ).body.secret as string;
  const verdicts = async (secrets: string[]) => {
    receiver.received.length = 0;
    await rename(`Renamed ${Math.floor(performance.now() * 1000)}`);
    await deliver();
    const [arrived] = receiver.received;
    return secrets.map((secret) => arrived && verify(secret, arrived));
  };
  const second = await rotate(24);
  expect(await verdicts([first, second])).toEqual([true, true]);
  service.clock.advance({ hours: 23 });
  expect(await verdicts([first, second])).toEqual([true, true]);
  service.clock.advance({ hours: 2 });
  expect(await verdicts([first, second])).toEqual([false, true]);
  const third = await rotate(168);
  const fourth = await rotate(24);
  expect(await verdicts([first, second, third, fourth])).toEqual([false, true, true, true]);
  const fifth = await rotate(0);
  expect(await verdicts([second, third, fourth, fifth])).toEqual([false, false, false, true]);
});

test("an organization's endpoint gets its own events, a system endpoint gets all, each by its filter", async () => {
  const other = await newOrganization(service);
  const ask = { path: systemPath };
  await addWebhook(organization.owner.client, `${receiver.url}/own`);
  await addWebhook(other.owner.client, `${receiver.url}/other`);
  await addWebhook(admin.client, `${receiver.url}/all`, ask);
  await addWebhook(admin.client, `${receiver.url}/roles`, { ...ask, events: ['role.*', 'user.deleted'] });
  await deliver();
  receiver.received.length = 0;
  await rename('Mine');
  await rename('Theirs', other);
  const role = (await admin.client.post('/api/admin/roles', { name: 'ROLE_HEARD' })).body.role;
  await admin.client.delete(`/api/admin/roles/${role.id}`);
  await deliver();
  const heard = (path: string) => typesOf(receiver.received.filter((each) => each.path === path)).sort();
  expect(heard('/own')).toEqual(['organization.updated']);
  expect(heard('/other')).toEqual(['organization.updated']);
  expect(heard('/roles')).toEqual(['role.created', 'role.deleted']);
  expect(heard('/all')).toEqual([
    'organization.updated',
    'organization.updated',
    'role.created',
    'role.deleted',
  ]);
  const names = receiver.received
    .filter(({ path }) => path === '/own')
    .map(({ body }) => JSON.parse(body).data);
  expect(names).toMatchObject([{ organizationId: organization.id, organization: { name: 'Mine' } }]);
  // The same event has the same id everywhere.
  const ids = receiver.received.filter(({ body }) => body.includes('"Mine"')).map(idOf);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('a rolled-back event is not sent', async () => {
  await addWebhook(organization.owner.client, receiver.url);
  await deliver();
  receiver.received.length = 0;
  const undone = service.sql.begin(async (tx) => {
    await record(
      tx,
      { ipAddress: null, userAgent: null, now: service.clock.now() },
      {
        action: 'ADMIN_IMPERSONATION_END',
        user: null,
        organizationId: organization.id,
      },
    );
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await deliver();
  expect(receiver.received).toEqual([]);
});

test('events about a user deleted before delivery show the user as they were', async () => {
  await addWebhook(admin.client, receiver.url, {
    path: systemPath,
    events: ['user.created', 'user.deleted'],
  });
  const person = await newUser(service);
  expect((await admin.client.delete(`/api/users/${person.id}`)).status).toBe(200);
  await deliver();
  const bodies = receiver.received.map(({ body }) => JSON.parse(body));
  expect(bodies).toMatchObject([
    { type: 'user.created', data: { user: { id: person.id, email: person.email, isActive: true } } },
    { type: 'user.deleted', data: { user: { id: person.id, email: person.email } } },
  ]);
});

test('a 100 kB metadata field arrives intact', async () => {
  const { secret } = await addWebhook(organization.owner.client, receiver.url, {
    events: ['impersonation.*'],
  });
  const large = 'é'.repeat(50_000);
  await record(
    service.sql,
    { ipAddress: null, userAgent: null, now: service.clock.now() },
    {
      action: 'ADMIN_IMPERSONATION_END',
      user: null,
      organizationId: organization.id,
      metadata: { large },
    },
  );
  await deliver();
  const [arrived] = receiver.received as [Received];
  expect(JSON.parse(arrived.body).data.metadata.large).toBe(large);
  expect(verify(secret, arrived)).toBe(true);
  const { body } = await organization.owner.client.get('/api/organizations/current/events');
  expect(body.events.at(-1).data.metadata.large).toBe(large);
});

test('a test event arrives regardless of the filter and is not part of the stream', async () => {
  const { client } = organization.owner;
  const { webhook, secret } = await addWebhook(client, receiver.url, { events: ['role.deleted'] });
  const before = (await client.get('/api/organizations/current/events')).body;
  const { status, body } = await client.post(`${organizationPath}/${webhook.id}/test`);
  expect([status, body.delivery.status, body.delivery.type]).toEqual([200, 'PENDING', 'webhook.test']);
  await deliver();
  const [arrived] = receiver.received as [Received];
  expect(idOf(arrived)).toBe(body.delivery.eventId);
  expect(verify(secret, arrived)).toBe(true);
  expect(JSON.parse(arrived.body)).toMatchObject({
    type: 'webhook.test',
    data: { action: null, actor: { id: organization.owner.id }, webhook: { id: webhook.id } },
  });
  expect((await client.get('/api/organizations/current/events')).body).toEqual(before);
});

describe('replaying', () => {
  test('sends a delivery again under the same id, with the same bytes', async () => {
    const { client } = organization.owner;
    const { webhook } = await addWebhook(client, receiver.url, { events: ['organization.*'] });
    await rename('Once');
    await deliver();
    const path = `${organizationPath}/${webhook.id}/deliveries`;
    const [first] = (await client.get(path)).body.deliveries;
    const replayed = await client.post(`${path}/${first.id}/replay`);
    expect(replayed.status).toBe(200);
    expect(replayed.body.delivery).toMatchObject({ eventId: first.eventId, status: 'PENDING', attempts: 0 });
    expect(replayed.body.delivery.id).not.toBe(first.id);
    await deliver();
    const [one, other] = receiver.received as [Received, Received];
    expect(receiver.received).toHaveLength(2);
    expect([idOf(other), other.body]).toEqual([idOf(one), one.body]);
    expect((await service.audit()).at(-1)).toMatchObject({
      action: 'ORG_WEBHOOK_REPLAYED',
      organizationId: organization.id,
      metadata: { webhookId: webhook.id, eventId: first.eventId },
    });
  });

  test('resends every event since a given time that matches the filter, and no others', async () => {
    const { client } = organization.owner;
    await rename('Too early');
    service.clock.advance({ minutes: 1 });
    const since = service.clock.now().toISOString();
    await rename('First');
    await client.post('/api/organizations/current/invites', { email: 'x@example.com' });
    await rename('Second');
    const { webhook } = await addWebhook(client, receiver.url, { events: ['organization.*'] });
    await deliver();
    expect(receiver.received).toEqual([]);
    expect((await client.post(`${organizationPath}/${webhook.id}/replay`, { since })).status).toBe(200);
    await deliver();
    const names = receiver.received.map(({ body }) => JSON.parse(body).data.organization.name);
    expect(names.sort()).toEqual(['First', 'Second']);
    // Once more, with the same ids again.
    await client.post(`${organizationPath}/${webhook.id}/replay`, { since });
    await deliver();
    const ids = receiver.received.map(idOf);
    expect([ids.length, new Set(ids).size]).toEqual([4, 2]);
    expect((await service.audit()).at(-1)).toMatchObject({
      action: 'ORG_WEBHOOK_REPLAYED',
      metadata: { since },
    });
  });

  test('finds a matching event among 1500 that do not match the filter', async () => {
    const other = await newOrganization(service);
    const since = service.clock.now().toISOString();
    await service.sql`
      INSERT INTO events (id, type, organization_id, body, created_at)
      SELECT gen_random_uuid(), 'role.created', ${other.id}, '{}', ${service.clock.now()} FROM generate_series(1, 1500)`;
    await rename('Found');
    const { webhook } = await addWebhook(admin.client, receiver.url, {
      path: systemPath,
      events: ['organization.*'],
    });
    await admin.client.post(`${systemPath}/${webhook.id}/replay`, { since });
    await deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data.organization.name)).toEqual(['Found']);
  });

  test("finds an organization's event among 1500 of another organization, and sends none of those", async () => {
    const { client } = organization.owner;
    const other = await newOrganization(service);
    const since = service.clock.now().toISOString();
    await service.sql`
      INSERT INTO events (id, type, organization_id, body, created_at)
      SELECT gen_random_uuid(), 'organization.updated', ${other.id}, '{}', ${service.clock.now()} FROM generate_series(1, 1500)`;
    await rename('Found');
    const { webhook } = await addWebhook(client, receiver.url, { events: ['organization.*'] });
    await client.post(`${organizationPath}/${webhook.id}/replay`, { since });
    await deliver();
    expect(receiver.received.map(({ body }) => JSON.parse(body).data?.organization.name)).toEqual(['Found']);
  });
});

describe('a crash', () => {
  const claim = () => claimBatch(service.sql, service.clock.now());

  test('between commit and send loses nothing: another node sends the event once the lease expires', async () => {
    await addWebhook(organization.owner.client, receiver.url, { events: ['organization.*'] });
    await rename('Claimed');
    await sequenceEvents(service.deps);
    expect((await claim())?.deliveries).toHaveLength(1);
    expect(await claim()).toBeUndefined();
    const other = await startService({ database: service.database, clock: service.clock, env: service.env });
    await other.webhookWorker.drain();
    expect(receiver.received).toEqual([]);
    service.clock.advance({ ms: lease });
    await other.webhookWorker.drain();
    expect(receiver.received).toHaveLength(1);
  });

  test('between sending and recording leads to the same bytes being sent again under the same id', async () => {
    await addWebhook(organization.owner.client, receiver.url, { events: ['organization.*'] });
    await rename('Sent');
    await sequenceEvents(service.deps);
    const batch = await claim();
    const { rules, key } = service.webhooks;
    const sender = createSender(rules, createResolve());
    if (batch) await deliverBatch({ clock: service.clock, sender, key }, batch);
    sender.close();
    expect(receiver.received).toHaveLength(1);
    service.clock.advance({ ms: lease });
    const other = await startService({ database: service.database, clock: service.clock, env: service.env });
    await other.webhookWorker.drain();
    const [one, again] = receiver.received as [Received, Received];
    expect(receiver.received).toHaveLength(2);
    expect([idOf(again), again.body]).toEqual([idOf(one), one.body]);
    const [row] = await service.sql`SELECT status, attempts FROM webhook_deliveries`;
    expect(row).toEqual({ status: 'SUCCEEDED', attempts: 2 });
  });
});

test('two nodes never send the same attempt, and an endpoint has at most two requests in flight', async () => {
  const busy = await startReceiver((_received, response) =>
    setTimeout(() => response.writeHead(200).end(), 5),
  );
  await addWebhook(organization.owner.client, busy.url, { events: ['impersonation.*'] });
  await deliver();
  await service.sql`
    INSERT INTO events (id, type, organization_id, body, created_at)
    SELECT gen_random_uuid(), 'impersonation.ended', ${organization.id}, '{}', ${service.clock.now()} FROM generate_series(1, 100)`;
  const other = await startService({ database: service.database, clock: service.clock, env: service.env });
  await Promise.all([service.webhookWorker.drain(), other.webhookWorker.drain()]);
  const ids = busy.received.map(idOf);
  expect([ids.length, new Set(ids).size]).toEqual([100, 100]);
  expect(busy.most()).toBe(2);
});

describe('an endpoint that does not respond', () => {
  const claimed = async () =>
    (await claimBatch(service.sql, service.clock.now()))?.deliveries.map(({ id }) => id);

  test('does not get its in-flight delivery again together with the next one', async () => {
    const id = await insertEndpoint(service, organization.id);
    const first = await insertDelivery(service, id);
    expect(await claimed()).toEqual([first]);
    const next = await insertDelivery(service, id);
    expect(await claimed()).toEqual([next]);
    await removeWebhooks(service);
  });

  test('gets a third delivery only when one of its two lanes is free again', async () => {
    const id = await insertEndpoint(service, organization.id);
    for (let lane = 0; lane < 2; lane++) {
      await insertDelivery(service, id);
      expect(await claimed()).toHaveLength(1);
    }
    const third = await insertDelivery(service, id);
    expect(await claimed()).toBeUndefined();
    service.clock.advance({ ms: lease });
    expect(await claimed()).toContain(third);
    await removeWebhooks(service);
  });
});

test('a stopping service does not wait for a receiver, and the interrupted attempt does not count', async () => {
  const silent = await startReceiver(() => undefined);
  const { webhook } = await addWebhook(organization.owner.client, silent.url, { events: ['organization.*'] });
  await rename('Stopped');
  const other = await startService({ database: service.database, clock: service.clock, env: service.env });
  const draining = other.webhookWorker.drain();
  await eventually(() => expect(silent.received).toHaveLength(1));
  await other.close();
  await draining;
  const [row] = await service.sql`
    SELECT status, attempts, next_attempt_at <= ${service.clock.now()} AS due FROM webhook_deliveries WHERE webhook_id = ${webhook.id}`;
  expect(row).toEqual({ status: 'PENDING', attempts: 0, due: true });
});

test('a claim that leaves out slow endpoints also leaves out failing ones; a normal claim takes both', async () => {
  const ids = [];
  for (const name of ['slow', 'failing', 'quick']) {
    const id = await insertEndpoint(service, organization.id);
    await insertDelivery(service, id);
    await service.sql`
      UPDATE webhooks SET failing_since = ${name === 'failing' ? service.clock.now() : null} WHERE id = ${id}`;
    ids.push(id);
  }
  const [slow = '', failing, quick] = ids;
  const claim = async (without?: string[]) =>
    (await claimBatch(service.sql, service.clock.now(), { ...equalShares, without }))?.turn.webhookId;
  expect(await claim([slow])).toBe(quick);
  expect(await claim([slow])).toBeUndefined();
  expect([await claim(), await claim()].sort()).toEqual([slow, failing].sort());
  await removeWebhooks(service);
});

test('a lane goes to the organization that used the least lane time, no matter which has waited longer', async () => {
  const other = await newOrganization(service);
  const ids = [];
  for (const id of [organization.id, organization.id, null, other.id]) {
    ids.push(await insertEndpoint(service, id));
    await insertDelivery(service, ids.at(-1) ?? '');
    service.clock.advance({ seconds: 1 });
  }
  const [heavy, sibling, system, light] = ids;
  const used = { owners: [organization.id, system ?? ''], ms: [9000, 700] };
  const claim = async () =>
    (await claimBatch(service.sql, service.clock.now(), { ...equalShares, used }))?.turn.webhookId;
  expect([await claim(), await claim(), await claim(), await claim()]).toEqual([
    light,
    system,
    heavy,
    sibling,
  ]);
  await removeWebhooks(service);
});

test('endpoints that fail and never respond leave lanes to the live ones, which get everything', async () => {
  const dead = await startReceiver(() => undefined);
  const failing = lanes * 2;
  const { webhook } = await addWebhook(admin.client, receiver.url, {
    path: systemPath,
    events: ['impersonation.*'],
  });
  await service.sql`
    INSERT INTO webhooks (id, url, events, failing_since, created_at, updated_at)
    SELECT gen_random_uuid(), ${dead.url} || '/' || n, '{impersonation.*}', ${service.clock.now()}, now(), now()
      FROM generate_series(1, ${failing}::int) n`;
  await service.sql`
    INSERT INTO webhook_secrets (id, webhook_id, sealed, created_at)
    SELECT gen_random_uuid(), w.id, s.sealed, now()
      FROM webhooks w, (SELECT sealed FROM webhook_secrets WHERE webhook_id = ${webhook.id}) s WHERE w.id <> ${webhook.id}`;
  const write = (events: number) => service.sql`
    INSERT INTO events (id, type, organization_id, body, created_at)
    SELECT gen_random_uuid(), 'impersonation.ended', ${organization.id}, '{}', ${service.clock.now()}
      FROM generate_series(1, ${events}::int)`;
  await write(2);
  // No turn is over, either: a held lane stays held.
  const letGo = holdTimers(1000);
  const draining = [deliver()];
  await eventually(() => expect(dead.received.length).toBeGreaterThanOrEqual(lanes / 2));
  await write(40);
  // No turn ends that would make a lane look again.
  draining.push(deliver());
  await eventually(() => expect(receiver.received).toHaveLength(42));
  await letGo();
  expect(dead.closed()).toBe(0);
  await removeWebhooks(service);
  await dead.close();
  await Promise.all(draining);
});

test('one dead endpoint does not starve the others: fifty live ones still get everything', async () => {
  const dead = await startReceiver(() => undefined);
  await addWebhook(admin.client, dead.url, { path: systemPath, events: ['impersonation.*'] });
  await service.sql`
    INSERT INTO webhooks (id, url, events, created_at, updated_at)
    SELECT gen_random_uuid(), ${receiver.url} || '/' || n, '{impersonation.*}', now(), now() FROM generate_series(1, 50) n`;
  await service.sql`
    INSERT INTO webhook_secrets (id, webhook_id, sealed, created_at)
    SELECT gen_random_uuid(), w.id, s.sealed, now() FROM webhooks w, (SELECT sealed FROM webhook_secrets LIMIT 1) s
     WHERE NOT EXISTS (SELECT 1 FROM webhook_secrets x WHERE x.webhook_id = w.id)`;
  const [{ count = 0 } = {}] = await service.sql`SELECT count(*)::int FROM webhooks`;
  expect(count).toBe(51);
  const write = (events: number) => service.sql`
    INSERT INTO events (id, type, organization_id, body, created_at)
    SELECT gen_random_uuid(), 'impersonation.ended', ${organization.id}, '{}', ${service.clock.now()}
      FROM generate_series(1, ${events}::int)`;
  await write(6);
  const draining = service.webhookWorker.drain();
  await eventually(() => expect(receiver.received).toHaveLength(300));
  expect(dead.received.length).toBeGreaterThan(0);
  expect(dead.most()).toBeLessThanOrEqual(2);
  await dead.close();
  await draining;
});
