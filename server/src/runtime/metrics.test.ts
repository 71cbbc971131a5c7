import { readFileSync } from 'node:fs';
import { started } from '@latchkey/server/testing/lifetime';
import { newUser, startService } from '@latchkey/server/testing/service';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { sequenceEvents } from '../features/webhooks/sequence-events.ts';
import { foldAudit } from '../records/audit/fold-store.ts';
import { sealTrail } from '../records/audit/seal-trail.ts';

const service = started(() => startService({ env: { RATE_LIMIT_FORGOT_PASSWORD: '1/1h' } }));

const text = () => service.deps.metrics.registry.metrics();

async function figure(line: string): Promise<number> {
  const found = (await text()).split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length) ?? Number.NaN);
}

const signIns = (method: string, outcome: string) =>
  figure(`latchkey_sign_ins_total{method="${method}",outcome="${outcome}"}`);

test('sign-ins are counted by method and outcome, and lockouts in total', async () => {
  const { email } = await newUser(service);
  expect(await signIns('password', 'success')).toBe(1);
  const client = service.client();
  for (let nth = 0; nth < 6; nth++)
    await client.post('/api/auth/login', { email, password: 'Wrong-Horse-1' });
  expect(await signIns('password', 'failure')).toBe(5);
  expect(await signIns('password', 'locked')).toBe(1);
  expect(await figure('latchkey_lockouts_total')).toBe(1);
});

test('a wrong password within a session does not count as a failed sign-in', async () => {
  const { client } = await newUser(service);
  const before = await signIns('password', 'failure');
  await client.post('/api/users/profile', { password: 'Other-Horse-2', currentPassword: 'Wrong-Horse-1' });
  expect(await signIns('password', 'failure')).toBe(before);
});

test('rate-limited requests are counted by limit name', async () => {
  const client = service.client();
  for (let nth = 0; nth < 3; nth++)
    await client.post('/api/auth/forgot-password', { email: 'nobody@example.com' });
  expect(await figure('latchkey_rate_limited_total{limit="forgotPassword"}')).toBe(2);
});

test('database connections, connection and hashing waits, and the build are reported', async () => {
  await newUser(service);
  const busy = await figure('latchkey_db_pool_connections{state="busy"}');
  const idle = await figure('latchkey_db_pool_connections{state="idle"}');
  expect(busy + idle).toBeGreaterThan(0);
  expect(busy + idle).toBeLessThanOrEqual(10);
  expect(await figure('latchkey_db_pool_wait_seconds_count')).toBeGreaterThan(0);
  expect(await figure('latchkey_hash_wait_seconds_count')).toBeGreaterThan(0);
  expect(await figure('latchkey_hash_queue_depth')).toBe(0);
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(await figure(`latchkey_build_info{version="${version}",node="${process.versions.node}"}`)).toBe(1);
  const [server] = await service.sql<{ postgres: string }[]>`SHOW server_version`;
  expect(await figure(`latchkey_database_info{version="${Object.values(server ?? {})[0]}"}`)).toBe(1);
});

test('pending outbox items are counted, with the age of the oldest', async () => {
  await service.mailWorker.drain();
  expect(await figure('latchkey_outbox_pending{kind="mail"}')).toBe(0);
  const mail = { type: 'verification', link: 'http://latchkey.test/verify-email?token=1' } as const;
  await service.deps.outbox.enqueue(service.sql, { to: 'ada@example.com', userId: null, mail });
  service.clock.advance({ minutes: 5 });
  expect(await figure('latchkey_outbox_pending{kind="mail"}')).toBe(1);
  const oldest = await figure('latchkey_outbox_oldest_seconds{kind="mail"}');
  expect(Math.floor(oldest / 60)).toBe(5);
  expect(await figure('latchkey_outbox_pending{kind="webhook"}')).toBe(0);
});

describe('latchkey_upkeep_pending', () => {
  const pending = (kind: string) => figure(`latchkey_upkeep_pending{kind="${kind}"}`);
  const kinds = ['audit-figures', 'audit-seals', 'event-stream'];
  const all = async () => Promise.all(kinds.map(pending));
  const catchUp = async () => {
    await foldAudit(service.sql);
    await sealTrail(service.deps);
    await sequenceEvents(service.deps);
  };

  test('tells what waits behind the writers, and nothing once it is done', async () => {
    await catchUp();
    expect(await all()).toEqual([0, 0, 0]);
    await newUser(service);
    for (const [nth, waiting] of (await all()).entries())
      expect([kinds[nth], waiting > 0]).toEqual([kinds[nth], true]);
    await catchUp();
    expect(await all()).toEqual([0, 0, 0]);
  });

  test('counts no further than 100000', async () => {
    await service.sql`
      INSERT INTO audit_unfolded (day, action, category, n)
      SELECT current_date, 'AUTH_LOGOUT', 'authentication', 0 FROM generate_series(1, 100500)`;
    expect(await pending('audit-figures')).toBe(100_000);
    await service.sql`DELETE FROM audit_unfolded`;
  });
});

describe('the sample files in deploy/', () => {
  const read = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8');
  const dashboard = () => JSON.parse(read('grafana-dashboard.json'));
  const rules = () => parseAllDocuments(read('prometheus-rules.yaml'))[0]?.toJS();

  const expressions = (): string[] => [
    ...dashboard().panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    ),
    ...rules().groups.flatMap((group: { rules: { expr: string }[] }) => group.rules.map(({ expr }) => expr)),
  ];

  test('use only metrics that the service exposes, in expressions with balanced brackets', async () => {
    const told = await text();
    const known = [...told.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    );
    const named = expressions().flatMap((each) => each.match(/\b(latchkey|nodejs|process)_\w+/g) ?? []);
    expect(named.length).toBeGreaterThan(15);
    expect([...new Set(named)].filter((name) => !known.includes(name))).toEqual([]);
    // They can be parsed, as far as brackets go.
    for (const each of expressions())
      for (const [open, close] of ['()', '{}', '[]'])
        expect(each.split(open ?? '')).toHaveLength(each.split(close ?? '').length);
  });

  test('filter and group only by labels that those metrics have', async () => {
    const { registry } = service.deps.metrics;
    const labelsOf = (metric: string) => {
      const found =
        registry.getSingleMetric(metric) ?? registry.getSingleMetric(metric.replace(/_[a-z]+$/, ''));
      const { labelNames = [] } = (found ?? {}) as { labelNames?: string[] };
      return metric.endsWith('_bucket') ? [...labelNames, 'le'] : labelNames;
    };
    const used = expressions().flatMap((each) => {
      const known = (each.match(/\blatchkey_\w+/g) ?? []).map(labelsOf);
      const grouped = [...each.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
        labels.split(', '),
      );
      const filtered = [...each.matchAll(/(?:_\w+\{|", *)(\w+)(?:=~|!~|!=|=)/g)].map(
        ([, label = '']) => label,
      );
      return [...grouped, ...filtered].map((label) => ({
        label,
        of: each,
        known: known.length > 0 && known.every((labels) => labels.includes(label)),
      }));
    });
    expect(used.length).toBeGreaterThan(15);
    expect(used.filter(({ known }) => !known)).toEqual([]);
  });

  test('give every alert a severity, a summary and a description', () => {
    const alerts = rules().groups.flatMap(({ rules: each }: { rules: object[] }) => each);
    expect(alerts.length).toBeGreaterThan(6);
    for (const alert of alerts)
      expect(alert).toMatchObject({
        alert: expect.stringMatching(/^Latchkey[A-Z]/),
        expr: expect.any(String),
        labels: { severity: expect.stringMatching(/^(warning|critical)$/) },
        annotations: { summary: expect.any(String), description: expect.any(String) },
      });
  });
});
