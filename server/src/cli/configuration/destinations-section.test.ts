import { configurationOf, summaries } from '@latchkey/server/testing/configuration';
import { linesOf, noteEvents, ship, systemDestinations } from '@latchkey/server/testing/destinations';
import { startBucket, startCollector, startSplunk } from '@latchkey/server/testing/event-stores';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, startService } from '@latchkey/server/testing/service';
import { startReceiver } from '@latchkey/server/testing/webhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const service = started(() => startService({ env: { WEBHOOK_ALLOWED_NETWORKS: 'loopback' } }));
const receiver = started(startReceiver);
let config: Awaited<ReturnType<typeof configurationOf>>;
beforeAll(async () => {
  config = await configurationOf(service);
  receiver.answerWith((_received, response) => response.writeHead(204).end());
});

const env = {
  SPLUNK_TOKEN: 'token-0198c0de',
  DD_KEY: 'key-0198c0de',
  S3_SECRET: 'wJalrXUtnFEMI/K7MDENG',
  OTHER: 'other-0198c0de',
};
const secrets = Object.values(env);
const s3 = {
  region: 'eu-central-1',
  bucket: 'acme-audit',
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: `\${S3_SECRET}`,
};
const fileFor = (addresses: { splunk: string; otlp: string; s3: string }) => ({
  destinations: [
    { name: 'Lines', kind: 'http', settings: { url: `${receiver.url}/in` }, events: ['user.*'] },
    {
      name: 'Splunk',
      kind: 'splunk',
      settings: { url: addresses.splunk, token: `\${SPLUNK_TOKEN}`, index: 'audit' },
    },
    {
      name: 'Logs',
      kind: 'otlp',
      settings: { url: addresses.otlp, headers: { 'DD-API-KEY': `\${DD_KEY}` } },
    },
    { name: 'Archive', kind: 's3', settings: { ...s3, endpoint: addresses.s3 }, enabled: false },
  ],
});
async function listed(): Promise<Record<string, unknown>[]> {
  const admin = await newStaff(service, 'ADMIN');
  return (await admin.client.get(systemDestinations)).body.destinations;
}

test('destinations of all kinds are planned, made with secrets from variables, and then nothing changes', async () => {
  const splunk = await startSplunk({ token: env.SPLUNK_TOKEN, indexes: ['audit'] });
  const collector = await startCollector();
  const bucket = await startBucket({
    ...{ ...s3, secretAccessKey: env.S3_SECRET },
    now: () => service.clock.now(),
  });
  const file = fileFor({ splunk: splunk.url, otlp: collector.url, s3: bucket.url });
  const plan = await config.told('plan', file, { env });
  expect([plan.code, summaries(plan.changes)]).toEqual([
    2,
    ['create destinations Lines', 'create destinations Splunk', 'create destinations Logs'].concat(
      'create destinations Archive',
    ),
  ]);
  expect(plan.changes[1]?.fields).toEqual({
    kind: { from: null, to: 'splunk' },
    settings: { from: null, to: { url: splunk.url, index: 'audit', token: '(secret)' } },
    events: { from: null, to: [] },
    enabled: { from: null, to: true },
  });
  expect(await listed()).toEqual([]);

  const done = await config.applied(file, { env });
  expect(done.changes).toEqual(plan.changes);
  expect(done.secrets).toEqual([
    { kind: 'destinations', key: 'Lines', secret: expect.stringMatching(/^whsec_/) },
  ]);
  const made = (await service.audit()).filter(({ action }) => action === 'ADMIN_DESTINATION_CREATED');
  expect(made.map(({ userId, metadata }) => [userId, metadata.name, metadata.via])).toEqual(
    ['Lines', 'Splunk', 'Logs', 'Archive'].map((name) => [null, name, 'config']),
  );
  expect(await config.applied(file, { env })).toMatchObject({ changes: [], secrets: [] });
  expect((await config.told('plan', file, { env, args: ['--prune'] })).code).toBe(0);

  await config.applied({ destinations: [{ name: 'Archive', enabled: true }] });
  await noteEvents(service, null, ['one']);
  await ship(service);
  const createdIn = (events: unknown[]) => JSON.stringify(events).match(/destination\.created/g)?.length;
  expect(splunk.taken.length).toBeGreaterThan(2);
  expect(collector.taken.map(({ headers }) => headers['dd-api-key'])).toContain(env.DD_KEY);
  expect(createdIn([...bucket.objects.values()])).toBe(1);
  expect(linesOf(receiver.received)).toEqual([]);
});

test('an export holds no secret, and changes nothing', async () => {
  const done = await config.run('export');
  const { destinations } = parse(done.out);
  expect(destinations.map(({ settings }: { settings: object }) => Object.keys(settings).sort())).toEqual([
    ['url'],
    ['index', 'url'],
    ['url'],
    ['accessKeyId', 'bucket', 'endpoint', 'region'],
  ]);
  expect(Object.keys(destinations[0])).toEqual(['name', 'kind', 'settings', 'events', 'enabled']);
  for (const secret of [...secrets, 'whsec_']) expect(done.out).not.toContain(secret);
  expect(await config.told('plan', done.out, { args: ['--prune'] })).toMatchObject({ code: 0, changes: [] });
});

describe('a changed file', () => {
  test('changes only the settings that it has, and tells no secret', async () => {
    const change = { name: 'Splunk', settings: { token: `\${OTHER}`, index: null } };
    const plan = await config.run('plan', { destinations: [change] }, { env, args: ['--json'] });
    const { changes } = JSON.parse(plan.out);
    const url = expect.stringMatching(/^http:/);
    expect(changes).toEqual([
      {
        action: 'update',
        kind: 'destinations',
        key: 'Splunk',
        fields: {
          settings: { from: { url, index: 'audit', token: '(secret)' }, to: { url, token: '(secret)' } },
        },
      },
    ]);
    const done = await config.run('apply', { destinations: [change] }, { env });
    expect(done.code).toBe(0);
    for (const secret of secrets) expect(plan.out + done.out + done.error).not.toContain(secret);
    expect((await service.audit()).at(-1)?.metadata).toMatchObject({ name: 'Splunk', secretChanged: true });
    expect((await config.told('plan', { destinations: [change] }, { env })).code).toBe(0);
  });

  test('in which the same headers stand in another order changes nothing', async () => {
    const [one, other] = [{ one: `\${DD_KEY}` }, { other: `\${OTHER}` }];
    const withHeaders = (headers: object) => ({ destinations: [{ name: 'Logs', settings: { headers } }] });
    await config.applied(withHeaders({ ...one, ...other }), { env });
    const trail = (await service.audit()).length;
    expect((await config.applied(withHeaders({ ...other, ...one }), { env })).changes).toEqual([]);
    expect(await service.audit()).toHaveLength(trail);
  });

  test('that leads elsewhere needs the secret, and a fault changes nothing', async () => {
    const moved = (more: object) => ({
      destinations: [
        { name: 'Lines', enabled: false },
        { name: 'Splunk', settings: { url: 'https://splunk.example.com/', ...more } },
      ],
    });
    expect(await config.faults(moved({}))).toEqual([
      '1: destinations[1].settings.token: Send it again for the new address.',
    ]);
    expect((await listed())[0]).toMatchObject({ name: 'Lines', enabled: true });
    const done = await config.applied(moved({ token: `\${OTHER}` }), { env });
    expect(summaries(done.changes)).toEqual(['update destinations Lines', 'update destinations Splunk']);
  });

  test('deletes what it lacks only with --prune, before the limit of five is counted', async () => {
    const names = ['Lines', 'One', 'Two', 'Three', 'Four'];
    const five = {
      destinations: names.map((name) => ({ name, kind: 'http', settings: { url: `${receiver.url}/in` } })),
    };
    const over = await config.faults(five);
    expect(over).toHaveLength(3);
    expect(over[0]).toMatch(/^1: destinations\[2\]: /);
    expect(await listed()).toHaveLength(4);
    await config.applied(five, { args: ['--prune'] });
    expect((await listed()).map(({ name }) => name)).toEqual(names);
  });
});

test('everything wrong with it is told at once, each with its line and path', async () => {
  await config.applied({ destinations: [] }, { args: ['--prune'] });
  const faults = await config.faults(
    `destinations:
  - name: One
    kind: splunk
    settings:
      url: https://splunk.example.com/
      token: written-down
  - name: Two
    kind: otlp
    settings:
      url: https://logs.example.com/
      headers:
        api-key: Bearer \${DD_KEY}
        other: \${DD_KEY}
  - name: Three
    kind: s3
    settings:
      bucket: a.b
      secretAccessKey: \${UNSET_NAME}
  - name: Four
    kind: http
    settings:
      url: http://169.254.169.254/
  - name: Four
  - name: Five
    kind: http
    since: 2026-01-01T00:00:00Z
    settings:
      url: https://example.com/
      tokn: \${OTHER}
`,
    { env },
  );
  const alone = `Name a variable that holds it, as in \${NAME}, and nothing else.`;
  expect(faults).toEqual([
    `6: destinations[0].settings.token: ${alone}`,
    `12: destinations[1].settings.headers.api-key: ${alone}`,
    '17: destinations[2].settings.bucket: Use lowercase letters, digits and dashes.',
    '18: destinations[2].settings.secretAccessKey: UNSET_NAME is not set.',
    expect.stringMatching(/^19: destinations\[3\]: /),
    '23: destinations[4].name: Is there twice.',
    '23: destinations[4].kind: One of http, splunk, otlp, s3.',
    '23: destinations[4].settings: Required.',
    expect.stringMatching(/^26: destinations\[5\].since: There is no such field/),
    '29: destinations[5].settings.tokn: There is no such field.',
  ]);
  expect(faults.join()).not.toMatch(/written-down|0198c0de/);
});
