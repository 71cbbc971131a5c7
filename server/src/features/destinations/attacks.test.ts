import {
  addDestination,
  linesOf,
  marksOf,
  noteEvents,
  ownDestinations,
  ship,
  systemDestinations,
} from '@latchkey/server/testing/destinations';
import { startBucket } from '@latchkey/server/testing/event-stores';
import { startImpersonating } from '@latchkey/server/testing/impersonation';
import { keyClient, newKey } from '@latchkey/server/testing/keys';
import { started } from '@latchkey/server/testing/lifetime';
import { organizationKeyClient } from '@latchkey/server/testing/organization-keys';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test } from 'vitest';

const names: Record<string, string[]> = {};
const service = started(() =>
  startService({
    env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
    resolve: async (name) => names[name] ?? [],
  }),
);
const receiver = started(startReceiver);

let organization: { id: string; owner: Person };
let client: Person['client'];
beforeEach(async () => {
  organization = await newOrganization(service);
  client = organization.owner.client;
  receiver.received.length = 0;
  answer(204);
});
const answer = (status: number, body = '', headers: Record<string, string> = {}) =>
  receiver.answerWith((_received, response) => response.writeHead(status, headers).end(body));
const shown = async (path: string) =>
  (await (await clientFor(service, organization.owner.id)).get(path)).body.destination;
const testOf = async (path: string) =>
  (await (await clientFor(service, organization.owner.id)).post(`${path}/test`)).body.test;
const url = 'https://example.com/in';

describe('no destination gets what is not its own:', () => {
  test('`since` reaches back before its organization, and to none but its own events', async () => {
    const other = await newOrganization(service);
    await noteEvents(service, other.id, ['of another']);
    await noteEvents(service, null, ['of the service']);
    await noteEvents(service, organization.id, ['own']);
    const { path } = await addDestination(client, {
      settings: { url: receiver.url },
      since: '1970-01-01T00:00:00Z',
    });
    await ship(service);
    expect(marksOf(linesOf(receiver.received))).toEqual(['own']);
    receiver.received.length = 0;
    await (await clientFor(service, organization.owner.id)).patch(path, { since: '1970-01-01T00:00:00Z' });
    await ship(service);
    expect(marksOf(linesOf(receiver.received))).toEqual(['own']);
    const organizations = linesOf(receiver.received).map(({ data }) => data.organizationId);
    expect(new Set(organizations)).toEqual(new Set([organization.id]));
  });

  test('an id in the path of the other scope opens nothing', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const own = await addDestination(client, { settings: { url } });
    const { id } = own.destination;
    expect((await admin.client.get(`${systemDestinations}/${id}`)).status).toBe(404);
    expect((await admin.client.get(`${ownDestinations}/${id}`)).status).toBe(404);
    const foreign = { headers: { 'X-Organization-Id': organization.id } };
    const stranger = await newOrganization(service);
    expect((await stranger.owner.client.get(own.path, foreign)).status).toBe(404);
    expect((await stranger.owner.client.post(`${own.path}/test`, undefined, foreign)).status).toBe(404);
  });
});

describe('no destination reaches inside:', () => {
  test('a name that leads inside is the same error as one that is unknown, and takes no time', async () => {
    names['inside.example'] = ['10.0.0.7'];
    for (const host of ['inside.example', 'unknown.example']) {
      const { path } = await addDestination(client, { settings: { url: `https://${host}/` } });
      expect(await testOf(path)).toMatchObject({
        succeeded: false,
        responseStatus: null,
        error: 'FORBIDDEN_ADDRESS',
        durationMs: 0,
      });
      await ship(service);
      expect((await shown(path)).status.lastError).toBe('FORBIDDEN_ADDRESS');
    }
  });

  test('a redirect is not followed, and counts as a failure', async () => {
    answer(307, '', { location: `${receiver.url}/inside` });
    const { path } = await addDestination(client, { settings: { url: `${receiver.url}/out` } });
    await ship(service);
    expect(receiver.received.map((each) => each.path)).toEqual(['/out']);
    expect((await shown(path)).status.lastError).toBe('HTTP 307');
  });

  test.each([
    ['bucket', { bucket: 'xn--a' }],
    ['region', { region: 'xn--zz' }],
  ])('a %s that makes no address is refused, new or changed', async (_field, change) => {
    const usual = {
      region: 'eu-central-1',
      bucket: 'acme',
      accessKeyId: 'AKID',
      secretAccessKey: 'secret-1',
    };
    const made = await client.post(ownDestinations, {
      name: 'x',
      kind: 's3',
      settings: { ...usual, ...change },
    });
    expect([made.status, made.body.error.code]).toEqual([400, 'DESTINATION_URL_FORBIDDEN']);
    const { path } = await addDestination(client, { kind: 's3', settings: usual });
    const changed = await client.patch(path, { settings: { ...change, secretAccessKey: 'secret-2' } });
    expect([changed.status, changed.body.error.code]).toEqual([400, 'DESTINATION_URL_FORBIDDEN']);
  });
});

describe('no secret is told:', () => {
  test.each([
    ['splunk', { token: 'tok"0198c0de' }, (secret: string) => ({ text: `Invalid token ${secret}`, code: 4 })],
    [
      'otlp',
      { headers: { authorization: 'Bearer key-0198c0de' } },
      () => ({ message: 'no key key-0198c0de' }),
    ],
  ])('a receiver of kind %s that quotes it', async (kind, secrets, quote) => {
    const secret = Object.values(secrets)
      .flatMap((each) => Object.values(each))
      .join('');
    answer(403, JSON.stringify(quote(kind === 'splunk' ? 'tok"0198c0de' : secret)));
    const { path } = await addDestination(client, { kind, settings: { url: receiver.url, ...secrets } });
    await ship(service);
    const told = JSON.stringify([await shown(path), await testOf(path), await service.audit()]);
    expect((await shown(path)).status.lastError).toMatch(/^HTTP 403: .*\(secret\)$/);
    expect(told).not.toContain('0198c0de');
    expect(service.logged.join()).not.toContain('0198c0de');
  });

  test.each([
    ['slashes', (text: string) => text.replaceAll('/', '\\/')],
    ['signs', (text: string) => text.replaceAll('+', '\\u002B')],
    [
      'every letter',
      (text: string) =>
        [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    ],
  ])('a receiver that quotes it and escapes %s', async (_what, escaped) => {
    const token = 'tok/0198c0de+1';
    answer(403, `{"text":"Invalid token ${escaped(token)}","code":4}`);
    const settings = { url: receiver.url, token };
    const { path } = await addDestination(client, { kind: 'splunk', settings });
    await ship(service);
    expect((await shown(path)).status.lastError).toBe('HTTP 403: Invalid token (secret)');
    expect((await testOf(path)).answer).toEqual({ text: 'Invalid token (secret)', code: 4 });
  });

  test('a refused body is not repeated', async () => {
    const settings = { url, token: 'tok 0198c0de' };
    const refused = await client.post(ownDestinations, { name: 'x', kind: 'splunk', settings });
    expect(refused.status).toBe(400);
    expect(refused.text).not.toContain('0198c0de');
  });
});

describe('who may not:', () => {
  const body = { name: 'x', kind: 'http', settings: { url } };

  test('someone who acts as an OWNER changes nothing', async () => {
    const { admin, target } = await startImpersonating(service);
    const { path } = await addDestination(await clientFor(service, target.id), { settings: { url } });
    const answers = [
      await admin.client.post(ownDestinations, body),
      await admin.client.patch(path, { enabled: false }),
      await admin.client.post(`${path}/rotate-secret`, {}),
      await admin.client.delete(path),
    ];
    expect(answers.map((each) => each.body.error.code)).toEqual(Array(4).fill('IMPERSONATION_BLOCKED'));
  });

  test("a read-only key only reads, and none of an OWNER's keys changes where events go", async () => {
    const { path } = await addDestination(client, { settings: { url } });
    const readOnly = keyClient(service, (await newKey(client, { permission: 'READ_ONLY' })).key);
    const full = keyClient(service, (await newKey(client, { permission: 'READ_WRITE' })).key);
    const changesBy = async (own: typeof client) => [
      (await own.get(path)).status,
      (await own.post(ownDestinations, body)).status,
      (await own.patch(path, { enabled: false })).status,
      (await own.post(`${path}/rotate-secret`, {})).status,
      (await own.delete(path)).status,
    ];
    expect(await changesBy(readOnly)).toEqual([200, 403, 403, 403, 403]);
    expect((await readOnly.post(`${path}/test`)).status).toBe(403);
    expect(await changesBy(full)).toEqual([200, 403, 403, 403, 403]);
    expect((await shown(path)).enabled).toBe(true);
  });

  test("an organization's key, whatever its scopes", async () => {
    const { path } = await addDestination(client, { settings: { url } });
    const key = await organizationKeyClient(service, client, ['latchkey:audit']);
    const answers = [
      await key.get(ownDestinations),
      await key.get(path),
      await key.post(ownDestinations, body),
      await key.post(`${path}/test`),
      await key.delete(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(403));
  });
});

describe('a prefix', () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI' };
  const place = { region: 'eu-central-1', bucket: 'acme-audit' };

  test.each(['../', '..', 'a/../b/', './', 'a/./b', '/etc/', 'a\u0000b', 'a\nb', 'x'.repeat(501), '\ud800'])(
    'that leads elsewhere is refused: %j',
    async (prefix) => {
      const settings = { ...place, ...keys, prefix };
      const refused = await client.post(ownDestinations, { name: 'x', kind: 's3', settings });
      expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test.each([
    '%2e%2e/',
    '..%2f',
    'a\\..\\b\\',
    '?versionId=1&',
    '#',
    'a//b/',
    'acme-audit/',
    '...',
    '\u202e<&"\'>',
    `https://${uuidv7()}.example/`,
  ])('is what the name begins with, and nothing else: %j', async (prefix) => {
    const bucket = await startBucket({ ...place, ...keys, now: () => service.clock.now() });
    await addDestination(client, {
      kind: 's3',
      settings: { ...place, ...keys, endpoint: bucket.url, prefix },
    });
    await ship(service);
    const [name = ''] = bucket.objects.keys();
    expect(name.slice(0, prefix.length)).toBe(prefix);
    expect(name.slice(prefix.length)).toMatch(/^\d{4}\/\d\d\/\d\d\/\d{9}-[0-9a-f-]{36}\.ndjson\.gz$/);
  });
});
