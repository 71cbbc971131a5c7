import { webhookLimits } from '@latchkey/contract';
import type { Client } from '@latchkey/server/testing/client';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, startService } from '@latchkey/server/testing/service';
import {
  addWebhook,
  insertDelivery,
  insertEndpoint,
  organizationPath,
  removeWebhooks,
  systemPath,
} from '@latchkey/server/testing/webhooks';
import { uuidv7 } from 'uuidv7';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } }));
let admin: Awaited<ReturnType<typeof newStaff>>;
beforeAll(async () => {
  admin = await newStaff(service, 'ADMIN');
});

const url = 'https://example.com/hook?key=abc';

describe.each([
  { of: 'system', path: systemPath, prefix: 'ADMIN', limit: webhookLimits.system },
  { of: 'organization', path: organizationPath, prefix: 'ORG', limit: webhookLimits.organization },
])('$of endpoints', ({ of, path, prefix, limit }) => {
  let client: Client;
  let organizationId: string | null;
  beforeEach(async () => {
    await removeWebhooks(service);
    const { id, owner } = await newOrganization(service);
    client = of === 'system' ? admin.client : owner.client;
    organizationId = of === 'system' ? null : id;
  });

  const lastEntry = async () => (await service.audit()).at(-1);

  test('can be added, shown, listed, changed and deleted', async () => {
    const made = await client.post(path, { url, events: ['user.*', 'user.*'], description: ' CRM ' });
    expect(made.status).toBe(201);
    const { webhook, secret } = made.body;
    expect(webhook).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      url,
      events: ['user.*'],
      description: 'CRM',
      enabled: true,
      failingSince: null,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: webhook.createdAt,
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await lastEntry()).toMatchObject({
      action: `${prefix}_WEBHOOK_CREATED`,
      organizationId,
      metadata: { webhookId: webhook.id, origin: 'https://example.com', events: ['user.*'] },
    });
    expect((await client.get(path)).body).toEqual({ webhooks: [webhook] });
    expect((await client.get(`${path}/${webhook.id}`)).body).toEqual({ webhook });

    const changed = await client.patch(`${path}/${webhook.id}`, {
      events: [],
      description: null,
      enabled: false,
    });
    const after = {
      ...webhook,
      events: [],
      description: null,
      enabled: false,
      updatedAt: expect.any(String),
    };
    expect(changed.body).toEqual({ webhook: after });
    expect(await lastEntry()).toMatchObject({
      action: `${prefix}_WEBHOOK_UPDATED`,
      metadata: { changes: { enabled: { from: true, to: false }, description: { from: 'CRM', to: null } } },
    });
    const moved = await client.patch(`${path}/${webhook.id}`, { url: 'https://example.org/?key=def' });
    expect(moved.body.webhook.url).toBe('https://example.org/?key=def');
    expect((await lastEntry())?.metadata.changes).toEqual({
      url: { from: 'https://example.com', to: 'https://example.org' },
    });
    expect(JSON.stringify(await service.audit())).not.toMatch(/key=/);

    const before = (await service.audit()).length;
    expect((await client.patch(`${path}/${webhook.id}`, { enabled: false })).status).toBe(200);
    expect((await service.audit()).length).toBe(before);

    expect((await client.delete(`${path}/${webhook.id}`)).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ action: `${prefix}_WEBHOOK_DELETED`, organizationId });
    expect((await client.get(`${path}/${webhook.id}`)).status).toBe(404);
    expect((await client.delete(`${path}/${webhook.id}`)).status).toBe(404);
  });

  test('cannot be sent to another URL with a leaked key or an old session, while other changes work', async () => {
    const { webhook } = await addWebhook(client, url, { path });
    const key = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
    await service.sql`UPDATE sessions SET proven_at = proven_at - interval '601 seconds'`;
    for (const caller of [key, client]) {
      const moved = await caller.patch(`${path}/${webhook.id}`, { url: 'https://evil.example/', events: [] });
      expect([moved.status, moved.body.error.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
      expect((await caller.patch(`${path}/${webhook.id}`, { enabled: true })).status).toBe(200);
    }
    expect((await client.get(`${path}/${webhook.id}`)).body.webhook.url).toBe(url);
    await service.sql`UPDATE sessions SET proven_at = ${service.clock.now()}`;
    expect((await client.patch(`${path}/${webhook.id}`, { url: 'https://example.org/' })).status).toBe(200);
  });

  test('show their secret once, keep it sealed, and replace it on rotation', async () => {
    const { webhook, secret } = await addWebhook(client, url, { path });
    const rotated = await client.post(`${path}/${webhook.id}/rotate-secret`, { overlapHours: 168 });
    expect(rotated.status).toBe(200);
    expect(rotated.body).toEqual({ webhook, secret: expect.stringMatching(/^whsec_/) });
    expect(rotated.body.secret).not.toBe(secret);
    expect(await lastEntry()).toMatchObject({
      action: `${prefix}_WEBHOOK_SECRET_ROTATED`,
      metadata: { overlapHours: 168 },
    });
    const answers = [await client.get(path), await client.get(`${path}/${webhook.id}`)];
    const edited = await client.patch(`${path}/${webhook.id}`, { description: 'x' });
    const stored = await service.sql`SELECT sealed FROM webhook_secrets`;
    const events = await service.sql`SELECT body FROM events`;
    for (const each of [secret, rotated.body.secret as string]) {
      const bytes = Buffer.from(each.slice('whsec_'.length), 'base64');
      for (const { text } of [...answers, edited]) expect(text).not.toContain(each.slice(6));
      expect(stored.some(({ sealed }) => (sealed as Buffer).includes(bytes))).toBe(false);
      expect(JSON.stringify([events, await service.audit(), service.logged])).not.toContain(each.slice(6));
    }
  });

  test.each([undefined, {}])('overlap secrets for 24 hours when the rotation body is %j', async (body) => {
    const { webhook } = await addWebhook(client, url, { path });
    const inADay = () => service.clock.now().getTime() + 24 * 3_600_000;
    const earliest = inADay();
    expect((await client.post(`${path}/${webhook.id}/rotate-secret`, body)).status).toBe(200);
    const latest = inADay();
    expect((await lastEntry())?.metadata).toMatchObject({ overlapHours: 24 });
    const ends = await service.sql<{ expiresAt: Date }[]>`
      SELECT expires_at FROM webhook_secrets WHERE webhook_id = ${webhook.id} AND expires_at IS NOT NULL`;
    expect(ends).toHaveLength(1);
    expect(ends[0]?.expiresAt.getTime()).toBeGreaterThanOrEqual(earliest);
    expect(ends[0]?.expiresAt.getTime()).toBeLessThanOrEqual(latest);
  });

  test.each([-1, 169, 1.5, '24', null])('refuse an overlap of %j hours', async (overlapHours) => {
    const { webhook } = await addWebhook(client, url, { path });
    const { status, body } = await client.post(`${path}/${webhook.id}/rotate-secret`, { overlapHours });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('keep at most five secrets, and an overlap of 0 hours ends all earlier ones', async () => {
    const { webhook } = await addWebhook(client, url, { path });
    const live = async () =>
      (await service.sql`SELECT 1 FROM webhook_secrets WHERE webhook_id = ${webhook.id}`).length;
    for (let turn = 0; turn < 6; turn++)
      await client.post(`${path}/${webhook.id}/rotate-secret`, { overlapHours: 24 });
    expect(await live()).toBe(5);
    await client.post(`${path}/${webhook.id}/rotate-secret`, { overlapHours: 0 });
    expect(await live()).toBe(1);
  });

  test('are limited in number, even when several are added at once', async () => {
    for (let made = 1; made < limit; made++) await insertEndpoint(service, organizationId);
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(path, { url })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400)?.body.error;
    expect(refused).toMatchObject({ code: 'WEBHOOK_LIMIT_REACHED', details: { limit } });
    // Those of others do not count.
    await service.sql`DELETE FROM webhooks WHERE id = ${answers.find(({ status }) => status === 201)?.body.webhook.id}`;
    await insertEndpoint(service, of === 'system' ? (await newOrganization(service)).id : null);
    expect((await client.post(path, { url })).status).toBe(201);
  });

  test.each([
    'http://10.0.0.1/',
    'http://192.168.1.1:8080/hook',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://[64:ff9b::a00:1]/',
    'http://[fe80::1%25eth0]/',
    'http://167772161/',
    'http://012.0.0.1/',
    'http://0xa000001/',
    'https://user:secret@example.com/',
    'https://user@example.com/',
    'ftp://example.com/',
    'https://',
  ])('refuse the URL %s, both when added and when changed', async (forbidden) => {
    const made = await client.post(path, { url: forbidden });
    const code = forbidden === 'https://' ? 'VALIDATION_FAILED' : 'WEBHOOK_URL_FORBIDDEN';
    expect([made.status, made.body.error.code]).toEqual([400, code]);
    const { webhook } = await addWebhook(client, url, { path });
    const changed = await client.patch(`${path}/${webhook.id}`, { url: forbidden });
    expect([changed.status, changed.body.error.code]).toEqual([400, code]);
    expect((await client.get(path)).body.webhooks[0].url).toBe(url);
  });

  test('accept a URL in an allowed network', async () => {
    for (const allowed of ['http://127.0.0.1:4000/', 'http://localhost:4000/', 'http://2130706433/'])
      expect((await client.post(path, { url: allowed })).status).toBe(201);
  });

  test.each([
    {},
    { url: 7 },
    { url: 'nonsense' },
    { url: `https://example.com/${'x'.repeat(2048)}` },
    { url: 'https://example.com/a b' },
    { url, events: 'user.*' },
    { url, events: ['user'] },
    { url, events: ['User.Created'] },
    { url, events: ['user.**'] },
    { url, events: ['*.created'] },
    { url, events: ['user.*.created'] },
    { url, events: ['.user.*'] },
    { url, events: [''] },
    { url, events: [null] },
    { url, events: Array(51).fill('user.*') },
    { url, description: 'x'.repeat(201) },
  ])('cannot be added with the body %j', async (body) => {
    const { status, body: answer } = await client.post(path, body);
    expect([status, answer.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test.each([['user.created'], ['user.*'], ['*'], ['organization.webhook.x_1'], ['anything.that.fits.*']])(
    'accept %s as an event filter',
    async (filter) => {
      expect((await client.post(path, { url, events: [filter] })).body.webhook.events).toEqual([filter]);
    },
  );

  test('give no access to endpoints and deliveries of other owners: 404', async () => {
    const foreign = of === 'system' ? (await newOrganization(service)).id : null;
    const others = [
      await insertEndpoint(service, foreign),
      await insertEndpoint(service, (await newOrganization(service)).id),
    ];
    for (const other of others) {
      const delivery = await insertDelivery(service, other);
      const { webhook } = await addWebhook(client, url, { path });
      const own = await insertDelivery(service, webhook.id);
      const answers = [
        await client.get(`${path}/${other}`),
        await client.patch(`${path}/${other}`, { enabled: false }),
        await client.delete(`${path}/${other}`),
        await client.post(`${path}/${other}/rotate-secret`, {}),
        await client.post(`${path}/${other}/test`),
        await client.post(`${path}/${other}/replay`, { since: '2020-01-01T00:00:00Z' }),
        await client.get(`${path}/${other}/deliveries`),
        await client.get(`${path}/${other}/deliveries/${delivery}`),
        await client.post(`${path}/${other}/deliveries/${delivery}/replay`),
        // With the right endpoint, and vice versa.
        await client.get(`${path}/${webhook.id}/deliveries/${delivery}`),
        await client.post(`${path}/${webhook.id}/deliveries/${delivery}/replay`),
        await client.get(`${path}/${other}/deliveries/${own}`),
        await client.post(`${path}/${other}/deliveries/${own}/replay`),
        await client.get(`${path}/${uuidv7()}`),
      ];
      expect(answers.map(({ status, body }) => `${status} ${body.error?.code}`)).toEqual(
        Array(14).fill('404 NOT_FOUND'),
      );
      const [row] = await service.sql`SELECT enabled FROM webhooks WHERE id = ${other}`;
      expect(row?.enabled).toBe(true);
      expect(
        await service.sql`SELECT 1 FROM webhook_deliveries WHERE webhook_id = ${other} AND type = 'webhook.test'`,
      ).toHaveLength(1);
    }
    expect((await client.get(path)).body.webhooks).toHaveLength(2);
  });

  test('cannot be tested or replayed to while disabled', async () => {
    const { webhook } = await addWebhook(client, url, { path });
    const delivery = await insertDelivery(service, webhook.id);
    await client.patch(`${path}/${webhook.id}`, { enabled: false });
    const answers = [
      await client.post(`${path}/${webhook.id}/test`),
      await client.post(`${path}/${webhook.id}/replay`, { since: '2020-01-01T00:00:00Z' }),
      await client.post(`${path}/${webhook.id}/deliveries/${delivery}/replay`),
    ];
    expect(answers.map(({ body }) => body.error.code)).toEqual(Array(3).fill('WEBHOOK_DISABLED'));
    // What it had yet to get has failed.
    const { deliveries } = (await client.get(`${path}/${webhook.id}/deliveries`)).body;
    expect(deliveries).toMatchObject([{ id: delivery, status: 'FAILED', nextAttemptAt: null }]);
  });

  test.each(['yesterday', '2030-01-31', '', 5, null])('refuse a replay since %j', async (since) => {
    const { webhook } = await addWebhook(client, url, { path });
    expect((await client.post(`${path}/${webhook.id}/replay`, { since })).status).toBe(400);
  });

  test('accept a replay since the beginning of time', async () => {
    const { webhook } = await addWebhook(client, url, { path });
    const { status } = await client.post(`${path}/${webhook.id}/replay`, { since: '0000-01-01T00:00:00Z' });
    expect(status).toBe(200);
  });
});

test('webhooks:read allows reading, but not adding, changing, deleting, testing or replaying', async () => {
  const { client } = await newHolder(service, ['webhooks:read']);
  const id = await insertEndpoint(service, null);
  expect((await client.get(systemPath)).status).toBe(200);
  expect((await client.get(`${systemPath}/${id}/deliveries`)).status).toBe(200);
  expect((await client.get('/api/admin/events')).status).toBe(200);
  const answers = [
    await client.post(systemPath, { url }),
    await client.patch(`${systemPath}/${id}`, { enabled: false }),
    await client.delete(`${systemPath}/${id}`),
    await client.post(`${systemPath}/${id}/test`),
    await client.post(`${systemPath}/${id}/replay`, { since: '2020-01-01T00:00:00Z' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(403));
});

test('a MEMBER cannot list endpoints, and endpoints are deleted with their organization', async () => {
  const { id, owner } = await newOrganization(service);
  const member = await newMember(service, id, 'MEMBER');
  expect((await member.client.get(organizationPath)).status).toBe(403);
  const { webhook } = await addWebhook(owner.client, url);
  await owner.client.delete('/api/organizations/current');
  expect(await service.sql`SELECT 1 FROM webhooks WHERE id = ${webhook.id}`).toEqual([]);
  expect(await service.sql`SELECT 1 FROM webhook_secrets WHERE webhook_id = ${webhook.id}`).toEqual([]);
});

test('in production, only https URLs are accepted', async () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://unused', SMTP_URL: 'smtp://localhost' };
  const production = await startService({
    database: service.database,
    env: { ...env, WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
  });
  const { owner } = await newOrganization(production);
  const add = (address: string) => owner.client.post(organizationPath, { url: address });
  expect((await add('http://example.com/')).body.error.code).toBe('WEBHOOK_URL_FORBIDDEN');
  expect((await add('http://127.0.0.1:4000/')).body.error.code).toBe('WEBHOOK_URL_FORBIDDEN');
  expect((await add('https://example.com/')).status).toBe(201);
});
