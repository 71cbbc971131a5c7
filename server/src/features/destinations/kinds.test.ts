import {
  addDestination,
  loseKeyOf,
  marksOf,
  noteEvents,
  type ShippedEvent,
  ship,
} from '@latchkey/server/testing/destinations';
import { startBucket, startCollector, startSplunk } from '@latchkey/server/testing/event-stores';
import { started } from '@latchkey/server/testing/lifetime';
import { newOrganization, type Person } from '@latchkey/server/testing/organizations';
import { clientFor, startService } from '@latchkey/server/testing/service';
import { beforeEach, describe, expect, test } from 'vitest';

const service = started(() =>
  startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' }, resolve: async () => [] }),
);

let organization: { id: string; owner: Person };
beforeEach(async () => {
  organization = await newOrganization(service);
});

const add = (kind: string, settings: Record<string, unknown>) =>
  addDestination(organization.owner.client, { kind, settings });
const owner = () => clientFor(service, organization.owner.id);
const note = (...marks: (string | number)[]) => noteEvents(service, organization.id, marks);
const statusOf = async (path: string) => (await (await owner()).get(path)).body.destination.status;
const testOf = async (path: string) => (await (await owner()).post(`${path}/test`)).body.test;
async function streamOf(): Promise<ShippedEvent[]> {
  return (await (await owner()).get('/api/organizations/current/events?limit=1000')).body.events;
}

describe('a Splunk collector', () => {
  const token = '0198c0de-1111-4222-8333-444455556666';

  test('takes each event of the stream with its time, source and index', async () => {
    const splunk = await startSplunk({ token, indexes: ['audit'] });
    const { path } = await add('splunk', { url: splunk.url, token, index: 'audit' });
    await note('one', 'two');
    await ship(service);
    const events = (await streamOf()).slice(-3);
    expect(splunk.taken).toEqual(
      events.map((event) => ({
        time: Date.parse(event.timestamp) / 1000,
        source: 'latchkey',
        index: 'audit',
        event,
      })),
    );
    expect(await statusOf(path)).toMatchObject({ lastError: null, lagSeconds: 0 });
  });

  test("without an index leaves it to the token, and a test tells the collector's answer", async () => {
    const splunk = await startSplunk({ token, indexes: [] });
    const { path } = await add('splunk', { url: splunk.url, token });
    expect(await testOf(path)).toMatchObject({
      succeeded: true,
      responseStatus: 200,
      answer: { text: 'Success', code: 0 },
    });
    expect(splunk.taken).toMatchObject([{ source: 'latchkey', event: { type: 'destination.test' } }]);
    expect(splunk.taken[0]).not.toHaveProperty('index');
  });

  test('that refuses the token or the index says so in the status and in a test', async () => {
    const splunk = await startSplunk({ token, indexes: ['main'] });
    const { path } = await add('splunk', { url: splunk.url, token: 'another-token-1', index: 'audit' });
    await ship(service);
    expect((await statusOf(path)).lastError).toBe('HTTP 403: Invalid token');
    await (await owner()).patch(path, { settings: { token } });
    await ship(service);
    expect((await statusOf(path)).lastError).toBe('HTTP 400: Incorrect index');
    expect(await testOf(path)).toMatchObject({
      succeeded: false,
      responseStatus: 400,
      error: null,
      answer: { text: 'Incorrect index', code: 7 },
    });
    expect(splunk.taken).toEqual([]);
    await (await owner()).patch(path, { settings: { index: 'main' } });
    await ship(service);
    expect(splunk.taken.map(({ event }) => event.type)).toContain('destination.created');
  });
});

describe('an OpenTelemetry collector', () => {
  test('takes each event as a log record, with the headers of the destination', async () => {
    const collector = await startCollector();
    await add('otlp', {
      url: collector.url,
      headers: { 'DD-API-KEY': 'key-0198c0de', Authorization: 'Bearer a b' },
    });
    await note('one', 'a "quoted" mark');
    await ship(service);
    const events = (await streamOf()).slice(-3);
    expect(collector.taken.map(({ record }) => record)).toEqual(
      events.map((event) => ({
        timeUnixNano: `${Date.parse(event.timestamp)}000000`,
        severityNumber: 9,
        severityText: 'INFO',
        eventName: event.type,
        body: { stringValue: expect.any(String) },
      })),
    );
    expect(collector.taken.map(({ record }) => JSON.parse(record.body.stringValue))).toEqual(events);
    expect(collector.taken[0]?.headers).toMatchObject({
      'dd-api-key': 'key-0198c0de',
      authorization: 'Bearer a b',
      'content-type': 'application/json',
    });
  });

  test('that rejects some records has taken the batch, and the status tells', async () => {
    const collector = await startCollector(({ body }) => body.stringValue.includes('"bad"'));
    const { path } = await add('otlp', { url: collector.url });
    await note('good', 'bad', 'also good');
    await ship(service);
    expect(await statusOf(path)).toMatchObject({
      lastError: 'REJECTED 1: attribute too long',
      lagSeconds: 0,
    });
    await note('later');
    await ship(service);
    const taken = collector.taken.map(({ record }) => JSON.parse(record.body.stringValue));
    expect(marksOf(taken)).toEqual(['good', 'also good', 'later']);
    expect(await statusOf(path)).toMatchObject({ lastError: null });
  });

  test('that answers nothing useful fails by its status alone', async () => {
    const collector = await startCollector();
    const { path } = await add('otlp', { url: collector.url.replace('logs', 'traces') });
    await ship(service);
    expect((await statusOf(path)).lastError).toBe('HTTP 404');
  });
});

describe('a bucket', () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY' };
  const place = { region: 'eu-central-1', bucket: 'acme-audit' };
  const now = () => service.clock.now();

  test('gets an object of lines for each batch, named by its first event, with a signature that others verify', async () => {
    const bucket = await startBucket({ ...place, ...keys, now });
    await add('s3', { ...place, ...keys, endpoint: bucket.url, prefix: "a b/ü+(1)!*'~/" });
    await note('one', 'two');
    await service.clock.hold(async () => {
      await ship(service, 59);
      expect(bucket.objects.size).toBe(0);
    });
    await ship(service, 1);
    await note('three');
    await ship(service);
    const events = (await streamOf()).slice(-4);
    const nameOf = ({ id, timestamp }: ShippedEvent) => {
      const [, year, month, day, ...time] = /^(....)-(..)-(..)T(..):(..):(..)\.(...)Z$/.exec(timestamp) ?? [];
      return `a b/ü+(1)!*'~/${year}/${month}/${day}/${time.join('')}-${id}.ndjson.gz`;
    };
    expect([...bucket.objects]).toEqual([
      [nameOf(events[0] as ShippedEvent), { lines: events.slice(0, 3), type: 'application/gzip' }],
      [nameOf(events[3] as ShippedEvent), { lines: events.slice(3), type: 'application/gzip' }],
    ]);
  });

  test('that took a batch without saying so gets it again under the same name, with nothing missing', async () => {
    const bucket = await startBucket({ ...place, ...keys, now });
    await add('s3', { ...place, ...keys, endpoint: `${bucket.url}/` });
    await ship(service);
    bucket.objects.clear();
    // Once on a connection that may just have been closed while idle, and once on a new one.
    bucket.behavior.forgets = 2;
    await note('one');
    await ship(service);
    await note('two');
    await ship(service);
    expect([...bucket.objects.values()].map(({ lines }) => marksOf(lines as ShippedEvent[]))).toEqual([
      ['one', 'two'],
    ]);
  });

  test('that refuses says why, and its secret is never shown', async () => {
    const bucket = await startBucket({ ...place, ...keys, now });
    const { path } = await add('s3', {
      ...{ ...place, ...keys, endpoint: bucket.url, secretAccessKey: 'another-secret-0198c0de' },
    });
    await ship(service);
    expect((await statusOf(path)).lastError).toBe('HTTP 403: SignatureDoesNotMatch');
    const tested = await testOf(path);
    expect(tested).toMatchObject({
      succeeded: false,
      responseStatus: 403,
      answer: { code: 'SignatureDoesNotMatch', message: 'The signature we calculated does not match.' },
      sent: { method: 'PUT', url: expect.stringMatching(`^${bucket.url}/acme-audit/20\\d\\d/`) },
    });
    expect(JSON.parse(tested.sent.body)).toMatchObject({ type: 'destination.test' });
    expect(JSON.stringify(tested)).not.toMatch(/another-secret|AWS4-HMAC/);
    expect(bucket.objects.size).toBe(0);
  });

  test.each([
    ['eu-central-1', 'https://acme-audit.s3.eu-central-1.amazonaws.com/20'],
    ['cn-north-1', 'https://acme-audit.s3.cn-north-1.amazonaws.com.cn/20'],
  ])(
    'without an endpoint is that of Amazon in %s, whose name is looked up and checked',
    async (region, address) => {
      const { path } = await add('s3', { ...place, ...keys, region });
      expect(await testOf(path)).toMatchObject({
        succeeded: false,
        error: 'FORBIDDEN_ADDRESS',
        durationMs: 0,
        sent: { url: expect.stringMatching(`^${address}`) },
      });
    },
  );
});

test('settings that were sealed under another key are an error, and nothing is sent', async () => {
  const collector = await startCollector();
  const { path, destination } = await add('otlp', {
    url: collector.url,
    headers: { 'api-key': 'key-0198c0de' },
  });
  await loseKeyOf(service, destination.id);
  await ship(service);
  expect((await statusOf(path)).lastError).toBe('SECRET_UNREADABLE');
  expect(collector.taken).toEqual([]);
  const settings = { headers: { 'api-key': 'key-0198c0de' } };
  expect((await (await owner()).patch(path, { settings })).status).toBe(200);
  await ship(service);
  expect(collector.taken[0]?.headers['api-key']).toBe('key-0198c0de');
});
