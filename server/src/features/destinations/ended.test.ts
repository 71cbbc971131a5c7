import {
  addDestination,
  keptDestinations,
  linesOf,
  marksOf,
  noteEvents,
  ship,
  systemDestinations,
} from '@latchkey/server/testing/destinations';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, newUser, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { failingLimit } from './schedule.ts';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);
const answer = (status: number) =>
  receiver.answerWith((_received, response) => response.writeHead(status).end());
beforeEach(() => {
  receiver.received.length = 0;
  answer(204);
});
const gone = () => marksOf(linesOf(receiver.received));

describe('a destination that is deleted', () => {
  test('gets nothing more, not even the batch that is to be tried again, and its secrets are gone', async () => {
    const { id, owner } = await newOrganization(service);
    const { path } = await addDestination(owner.client, { settings: { url: receiver.url } });
    answer(503);
    await noteEvents(service, id, ['first']);
    await ship(service);
    expect(gone()).toEqual(['first']);
    expect((await (await clientFor(service, owner.id)).delete(path)).status).toBe(200);
    answer(204);
    receiver.received.length = 0;
    await noteEvents(service, id, ['second']);
    await ship(service, 3600);
    expect(receiver.received).toEqual([]);
    expect(await keptDestinations(service, id)).toEqual([]);
  });

  test('while its batch is under way, is not there again once that is answered', async () => {
    const { id, owner } = await newOrganization(service);
    const { path } = await addDestination(owner.client, { settings: { url: receiver.url } });
    await ship(service);
    await noteEvents(service, id, ['under way']);
    const client = await clientFor(service, owner.id);
    let deleted: number | undefined;
    receiver.answerWith(async (_received, response) => {
      deleted = (await client.delete(path)).status;
      response.writeHead(500).end();
    });
    await ship(service);
    expect([deleted, (await client.get(path)).status]).toEqual([200, 404]);
    expect(await keptDestinations(service, id)).toEqual([]);
    answer(204);
    receiver.received.length = 0;
    await ship(service, 3600);
    expect(receiver.received).toEqual([]);
  });
});

test('the owner of an address that a squatter registered gets it back without where the squatter sent its events', async () => {
  const squatter = await newUser(service);
  const settings = { url: `${receiver.url}/squatter` };
  const { path } = await addDestination(squatter.client, { settings });
  await ship(service);
  await service.client().post('/api/auth/forgot-password', { email: squatter.email });
  const token = await service.mailedToken(squatter.email);
  const reset = { token, password: 'Brand-New-1' };
  expect((await service.client().post('/api/auth/reset-password', reset)).status).toBe(200);
  receiver.received.length = 0;
  await noteEvents(service, squatter.organizationId, ['private']);
  await ship(service);
  expect(receiver.received).toEqual([]);
  const owner = await clientFor(service, squatter.id);
  expect((await owner.get(path)).body.destination.enabled).toBe(false);
  const entries = await service.audit();
  expect(entries.filter(({ action }) => action === 'ORG_DESTINATION_DISABLED')).toMatchObject([
    {
      organizationId: squatter.organizationId,
      userId: null,
      metadata: { kind: 'http', reason: 'account_reclaimed' },
    },
  ]);
});

test('what happens to a destination of the service is told as that of the service, and to its ADMINs', async () => {
  const admin = await newStaff(service, 'ADMIN');
  const { client } = admin;
  const settings = { url: `${receiver.url}/key-in-the-address` };
  const { path, destination } = await addDestination(client, { path: systemDestinations, settings });
  expect((await client.patch(path, { name: 'Renamed' })).status).toBe(200);
  expect((await client.post(`${path}/rotate-secret`, {})).status).toBe(200);
  answer(500);
  await ship(service);
  await ship(service, failingLimit / 1000 + 60);
  const later = await clientFor(service, admin.id);
  expect((await later.get(path)).body.destination.enabled).toBe(false);
  expect((await service.mails(admin.email)).at(-1)).toMatchObject({
    subject: 'An event destination was turned off',
    text: expect.stringMatching(/\/admin\/destinations$/m),
  });
  expect((await later.delete(path)).status).toBe(200);
  const told = (await service.audit()).filter(({ metadata }) => metadata.destinationId === destination.id);
  expect(told.map(({ action, organizationId }) => [action, organizationId])).toEqual(
    ['CREATED', 'UPDATED', 'SECRET_ROTATED', 'DISABLED', 'DELETED'].map((what) => [
      `ADMIN_DESTINATION_${what}`,
      null,
    ]),
  );
  expect(JSON.stringify(told)).not.toContain('key-in-the-address');
  await service.webhookWorker.drain();
  const { events } = (await later.get('/api/admin/events?limit=1000')).body as {
    events: { type: string; data: { destination?: { id: string } } }[];
  };
  const own = events.filter(({ data }) => data.destination?.id === destination.id);
  expect(own.map(({ type }) => type)).toEqual([
    'destination.created',
    'destination.updated',
    'destination.secret_rotated',
    'destination.disabled',
    'destination.deleted',
  ]);
  expect(JSON.stringify(own)).not.toContain('key-in-the-address');
});
