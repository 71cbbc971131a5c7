import {
  addDestination,
  insertExisting,
  ownDestinations,
  ship,
  systemDestinations,
} from '@latchkey/server/testing/destinations';
import { insertTogether } from '@latchkey/server/testing/insert-together';
import { started } from '@latchkey/server/testing/lifetime';
import { newMember, newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { newHolder } from '@latchkey/server/testing/roles';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);

let organization: { id: string; owner: Person };
let client: Person['client'];
beforeEach(async () => {
  organization = await newOrganization(service);
  client = organization.owner.client;
  receiver.received.length = 0;
  receiver.answerWith((_received, response) => response.writeHead(204).end());
});

const url = 'https://example.com/in';
const token = 'token-0198c0de';
const s3 = {
  region: 'eu-central-1',
  bucket: 'acme-audit',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI-K7MDENG',
};
const last = async () => (await service.audit()).at(-1);

describe('a new destination', () => {
  test.each([
    ['http', { url }, { url }],
    ['splunk', { url, token, index: 'audit' }, { url, index: 'audit' }],
    ['otlp', { url, headers: { 'DD-API-KEY': token } }, { url }],
    ['s3', { ...s3, prefix: 'audit/' }, { ...s3, prefix: 'audit/', secretAccessKey: undefined }],
  ])(
    'of kind %s is shown without its secrets, in every answer, the audit log and events',
    async (kind, settings, shown) => {
      const made = await client.post(ownDestinations, { name: ' Archive ', kind, settings });
      expect(made.status).toBe(201);
      const { destination, secret } = made.body;
      expect(destination).toEqual({
        id: expect.any(String),
        name: 'Archive',
        kind,
        enabled: true,
        events: [],
        settings: JSON.parse(JSON.stringify(shown)),
        status: { lagSeconds: 0, lastError: null, lastSucceededAt: null, cursor: null },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      });
      expect(secret).toEqual(kind === 'http' ? expect.stringMatching(/^whsec_/) : undefined);
      const path = `${ownDestinations}/${destination.id}`;
      expect((await client.get(path)).body).toEqual({ destination });
      expect((await client.get(ownDestinations)).body).toEqual({ destinations: [destination] });
      const entry = await last();
      expect(entry).toMatchObject({
        action: 'ORG_DESTINATION_CREATED',
        organizationId: organization.id,
        metadata: { destinationId: destination.id, name: 'Archive', kind },
      });
      const renamed = await client.patch(path, { name: 'Other', events: ['user.*'], enabled: false });
      expect(renamed.body.destination).toMatchObject({ name: 'Other', events: ['user.*'], enabled: false });
      expect((await client.delete(path)).body).toEqual({ message: 'The destination is deleted.' });
      const events = (await client.get('/api/organizations/current/events?limit=1000')).body.events.slice(-3);
      expect(events.map(({ type }: { type: string }) => type)).toEqual([
        'destination.created',
        'destination.updated',
        'destination.deleted',
      ]);
      const told = JSON.stringify([made.body.destination, renamed.body, events, await service.audit()]);
      for (const hidden of [token, s3.secretAccessKey, ...(kind === 's3' ? [] : ['/in'])])
        expect(told.replaceAll(`"url":"${url}"`, '')).not.toContain(hidden);
    },
  );

  test.each<[object]>([
    [{}],
    [{ name: '', kind: 'http', settings: { url } }],
    [{ name: 'x', kind: 'kafka', settings: { url } }],
    [{ name: 'x', kind: 'http', settings: {} }],
    [{ name: 'x', kind: 'http', settings: { url, token } }],
    [{ name: 'x', kind: 'http', settings: { url: 'nonsense' } }],
    [{ name: 'x', kind: 'http', settings: { url }, events: ['user'] }],
    [{ name: 'x', kind: 'http', settings: { url }, since: 'yesterday' }],
    [{ name: 'x', kind: 'splunk', settings: { url } }],
    [{ name: 'x', kind: 'splunk', settings: { url, token: 'a\r\nHost: b' } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, bucket: undefined } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, bucket: 'a.b' } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, bucket: 'evil.example/' } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, region: 'eu.evil' } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, region: 'r'.repeat(64) } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, prefix: '../other/' } }],
    [{ name: 'x', kind: 's3', settings: { ...s3, endpoint: 'https://store.example/?a=b' } }],
    ...[
      'Host',
      'content-length',
      'Content-Type',
      'TRANSFER-ENCODING',
      'Connection',
      'expect',
      'TE',
      'a b',
      'x\r\ny',
    ].map((header): [object] => [{ name: 'x', kind: 'otlp', settings: { url, headers: { [header]: 'v' } } }]),
    [{ name: 'x', kind: 'otlp', settings: { url, headers: { a: 'v\r\nHost: b' } } }],
    [{ name: 'x', kind: 'otlp', settings: { url, headers: { a: '1', A: '2' } } }],
    [
      {
        name: 'x',
        kind: 'otlp',
        settings: {
          url,
          headers: Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`h${index}`, 'v'])),
        },
      },
    ],
  ])('is refused with the body %j', async (body) => {
    const { status, body: answer } = await client.post(ownDestinations, body);
    expect([status, answer.error.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test.each([
    ['http', { url: 'http://10.0.0.1/' }],
    ['http', { url: 'https://user:secret@example.com/' }],
    ['splunk', { url: 'http://169.254.169.254/', token }],
    ['otlp', { url: 'http://[::ffff:10.0.0.1]/' }],
    ['s3', { ...s3, endpoint: 'http://192.168.1.1:9000' }],
  ])('of kind %s is refused for a forbidden address, also when it is changed: %j', async (kind, settings) => {
    const made = await client.post(ownDestinations, { name: 'x', kind, settings });
    expect([made.status, made.body.error.code]).toEqual([400, 'DESTINATION_URL_FORBIDDEN']);
    const usual = kind === 's3' ? s3 : { url, ...(kind === 'splunk' && { token }) };
    const { path } = await addDestination(client, { kind, settings: usual });
    const changed = await client.patch(path, { settings });
    expect([changed.status, changed.body.error.code]).toEqual([400, 'DESTINATION_URL_FORBIDDEN']);
  });

  test.each([
    ['the service', systemDestinations],
    ['an organization', ownDestinations],
  ])('of %s is one of five, even when several are added at once', async (of, path) => {
    const own = of === 'the service' ? (await newStaff(service, 'ADMIN')).client : client;
    for (const { id } of (await own.get(path)).body.destinations) await own.delete(`${path}/${id}`);
    await insertExisting(service, of === 'the service' ? organization.id : null);
    const body = { name: 'x', kind: 'http', settings: { url } };
    for (let nth = 0; nth < 4; nth++) expect((await own.post(path, body)).status).toBe(201);
    const answers = await insertTogether(service, 'destinations', 5, () => own.post(path, body));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body.error).toMatchObject({
      code: 'DESTINATION_LIMIT_REACHED',
      details: { limit: 5 },
    });
  });
});

describe('changed settings', () => {
  test('are merged, null removes one, and fields of another kind are refused', async () => {
    const { path } = await addDestination(client, {
      kind: 'splunk',
      settings: { url, token, index: 'audit' },
    });
    const settingsAfter = async (settings: object) =>
      (await client.patch(path, { settings })).body.destination?.settings;
    expect(await settingsAfter({ index: 'other' })).toEqual({ url, index: 'other' });
    expect(await settingsAfter({ token: 'another-token' })).toEqual({ url, index: 'other' });
    expect((await last())?.metadata).toMatchObject({ secretChanged: true });
    expect(await settingsAfter({ index: null })).toEqual({ url });
    const refused = await client.patch(path, { settings: { bucket: 'b' } });
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([400, ['settings.bucket']]);
  });

  test.each([
    ['splunk', { url, token }, { url: 'https://elsewhere.example/' }, 'token', 'new-token-1'],
    ['otlp', { url, headers: { 'api-key': token } }, { url: 'https://elsewhere.example/' }, 'headers', {}],
    ['s3', s3, { bucket: 'elsewhere' }, 'secretAccessKey', 'new-secret-1'],
    ['s3', s3, { region: 'eu-west-1' }, 'secretAccessKey', 'new-secret-1'],
    ['s3', s3, { endpoint: 'https://elsewhere.example/' }, 'secretAccessKey', 'new-secret-1'],
    ['s3', { ...s3, endpoint: url }, { endpoint: null }, 'secretAccessKey', 'new-secret-1'],
  ])(
    'of kind %s that lead elsewhere need the secret again: %j to %j',
    async (kind, settings, change, secret, anew) => {
      const { path } = await addDestination(client, { kind, settings });
      const refused = await client.patch(path, { settings: change });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
      expect(Object.keys(refused.body.error.details)).toEqual([`settings.${secret}`]);
      expect((await client.patch(path, { settings: { ...change, [secret]: anew } })).status).toBe(200);
    },
  );

  test('without a secret, or to the same place, need none', async () => {
    const otlp = await addDestination(client, { kind: 'otlp', settings: { url } });
    const moved = await client.patch(otlp.path, { settings: { url: 'https://elsewhere.example/' } });
    expect(moved.status).toBe(200);
    const splunk = await addDestination(client, { kind: 'splunk', settings: { url, token } });
    expect((await client.patch(splunk.path, { settings: { url, index: 'audit' } })).status).toBe(200);
  });
});

describe('a test', () => {
  test('sends one signed event of type destination.test, even while turned off, and tells what came of it', async () => {
    const settings = { url: `${receiver.url}/in` };
    const { path, destination } = await addDestination(client, { settings, enabled: false });
    const { status, body } = await client.post(`${path}/test`);
    expect([status, body.test]).toEqual([
      200,
      {
        succeeded: true,
        responseStatus: 204,
        error: null,
        durationMs: expect.any(Number),
        answer: null,
        sent: { method: 'POST', url: settings.url, body: receiver.received[0]?.body },
      },
    ]);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      id: receiver.received[0]?.headers['webhook-id'],
      type: 'destination.test',
      data: { actor: { id: organization.owner.id }, destination: { id: destination.id } },
    });
    await ship(service);
    expect(receiver.received).toHaveLength(1);
    expect((await client.get(path)).body.destination.status).toMatchObject({ lastSucceededAt: null });
  });

  test('that fails tells the status or the reason, and never what the receiver wrote', async () => {
    receiver.answerWith((_received, response) => response.writeHead(418).end('internal words'));
    const { path } = await addDestination(client, { settings: { url: receiver.url } });
    const refused = await client.post(`${path}/test`);
    expect(refused.body.test).toMatchObject({ succeeded: false, responseStatus: 418, error: null });
    expect(refused.text).not.toContain('internal words');
    const closed = await addDestination(client, { settings: { url: 'http://127.0.0.1:9/' } });
    expect((await client.post(`${closed.path}/test`)).body.test).toMatchObject({
      succeeded: false,
      responseStatus: null,
      error: 'ECONNREFUSED',
    });
  });
});

test('only destinations of the kind http have a secret to rotate', async () => {
  const { path } = await addDestination(client, { kind: 'otlp', settings: { url } });
  const { status, body } = await client.post(`${path}/rotate-secret`, {});
  expect([status, body.error.code]).toEqual([400, 'DESTINATION_HAS_NO_SECRET']);
});

test.each(['the service', 'an organization'])(
  'of %s are 404 to other owners, and stay as they are',
  async (of) => {
    const admin = await newStaff(service, 'ADMIN');
    const [own, path] = of === 'the service' ? [admin.client, systemDestinations] : [client, ownDestinations];
    const others = [
      await insertExisting(service, of === 'the service' ? organization.id : null),
      await insertExisting(service, (await newOrganization(service)).id),
      uuidv7(),
    ];
    for (const other of others) {
      const answers = [
        await own.get(`${path}/${other}`),
        await own.patch(`${path}/${other}`, { enabled: false }),
        await own.delete(`${path}/${other}`),
        await own.post(`${path}/${other}/rotate-secret`, {}),
        await own.post(`${path}/${other}/test`),
      ];
      expect(answers.map(({ status, body }) => `${status} ${body.error?.code}`)).toEqual(
        Array(5).fill('404 NOT_FOUND'),
      );
    }
    const listed = (await own.get(path)).body.destinations.map(({ id }: { id: string }) => id);
    expect(listed).not.toEqual(expect.arrayContaining([others[0]]));
  },
);

test('webhooks:read allows reading only, and a MEMBER may not even read', async () => {
  const { client: reader } = await newHolder(service, ['webhooks:read']);
  const id = await insertExisting(service, null);
  expect((await reader.get(systemDestinations)).status).toBe(200);
  expect((await reader.get(`${systemDestinations}/${id}`)).status).toBe(200);
  const answers = [
    await reader.post(systemDestinations, { name: 'x', kind: 'http', settings: { url } }),
    await reader.patch(`${systemDestinations}/${id}`, { enabled: false }),
    await reader.delete(`${systemDestinations}/${id}`),
    await reader.post(`${systemDestinations}/${id}/rotate-secret`, {}),
    await reader.post(`${systemDestinations}/${id}/test`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(403));
  const member = await newMember(service, organization.id, 'MEMBER');
  expect((await member.client.get(ownDestinations)).status).toBe(403);
});

test('destinations are deleted with their organization', async () => {
  await addDestination(client, { settings: { url: `${receiver.url}/of-one-deleted` } });
  await client.delete('/api/organizations/current');
  await ship(service);
  expect(receiver.received.map(({ path }) => path)).not.toContain('/of-one-deleted');
});

test('in production, only https addresses are accepted', async () => {
  const env = { NODE_ENV: 'production', DATABASE_URL: 'postgres://unused', SMTP_URL: 'smtp://localhost' };
  const production = await startService({ database: service.database, env });
  const { owner } = await newOrganization(production);
  const add = (address: string) =>
    owner.client.post(ownDestinations, { name: 'x', kind: 'http', settings: { url: address } });
  expect((await add('http://example.com/')).body.error.code).toBe('DESTINATION_URL_FORBIDDEN');
  expect((await add('https://example.com/')).status).toBe(201);
});
