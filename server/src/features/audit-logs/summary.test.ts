import { enter, enterMany } from '@latchkey/server/testing/audit';
import { started } from '@latchkey/server/testing/lifetime';
import { newStaff, newUser, password, startService } from '@latchkey/server/testing/service';
import { beforeAll, describe, expect, test } from 'vitest';
import { foldAudit } from '../../records/audit/fold-store.ts';
import { barsIn } from './summary.ts';

const service = started(startService);
const path = '/api/admin/audit-logs/summary';
const hour = 3_600_000;
const day = 24 * hour;

type Bar = { from: string; to: string; events: number; failures: number; atLeast?: true };
const sum = (bars: Bar[], key: 'events' | 'failures') => bars.reduce((total, bar) => total + bar[key], 0);

describe('bars', () => {
  const span = (low: string, ms: number) => ({ low: new Date(low), high: new Date(Date.parse(low) + ms) });

  test.each([
    ['an hour', hour, 61],
    ['a day', day, 25],
    ['seven days', 7 * day, 8],
    ['thirty days', 30 * day, 31],
    ['ten years', 3650 * day, 60],
  ])('of %s are at most 60 and one at an end, and leave nothing out', (_name, ms, most) => {
    const all = span('2030-03-04T10:20:30.400Z', ms);
    const bars = barsIn(all);
    expect(bars.length).toBeLessThanOrEqual(most);
    expect(bars.at(0)?.low).toEqual(all.low);
    expect(bars.at(-1)?.high).toEqual(all.high);
    for (const [at, bar] of bars.entries()) if (at > 0) expect(bar.low).toEqual(bars[at - 1]?.high);
  });

  test('of more than two days begin at midnight in UTC', () => {
    const [, second] = barsIn(span('2030-03-04T10:20:30.400Z', 7 * day));
    expect(second?.low.toISOString()).toBe('2030-03-05T00:00:00.000Z');
  });
});

describe('a summary', () => {
  let owner: Awaited<ReturnType<typeof newUser>>;
  const fail = async (count: number, address: string) => {
    for (let n = 0; n < count; n++)
      await service
        .client(address)
        .post('/api/auth/login', { email: owner.email, password: 'Wrong-Horse-7' });
  };

  beforeAll(async () => {
    owner = await newUser(service);
    await fail(3, '203.0.113.7');
    await fail(1, '203.0.113.8');
    service.clock.advance({ days: 3 });
    await service.client().post('/api/auth/login', { email: owner.email, password });
  });

  const ask = async (filters: Record<string, string> = {}) => {
    const answer = await owner.client.get(`${path}?${new URLSearchParams(filters)}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as { bars: Bar[]; reasons: unknown[]; addresses: unknown[] };
  };
  const listed = async (filters: Record<string, string> = {}) =>
    (await owner.client.get(`/api/admin/audit-logs?${new URLSearchParams(filters)}`)).body.total;

  test.each([
    ['nothing', {}],
    ['a category', { category: 'security' }],
    ['an action', { action: 'AUTH_LOGIN_FAILURE' }],
    ['an address', { ipAddress: '203.0.113.7' }],
    ['a category that its action is not in', { category: 'admin', action: 'AUTH_LOGIN_FAILURE' }],
  ])('filtered by %s holds what the list holds', async (_name, filters) => {
    const from = new Date(service.clock.now().getTime() - 6 * day).toISOString();
    const { bars } = await ask({ from, ...filters });
    expect(sum(bars, 'events')).toBe(await listed({ from, ...filters }));
  });

  test('filtered by an email or a person holds what the list holds', async () => {
    for (const filters of [{ userEmail: owner.email.slice(0, 8) }, { userId: owner.id }])
      expect(sum((await ask(filters)).bars, 'events')).toBe(await listed(filters));
  });

  test('counts the same once the days are folded, and each bar leads to its entries', async () => {
    await foldAudit(service.sql);
    const { bars } = await ask();
    expect(sum(bars, 'failures')).toBe(4);
    const spike = bars.find(({ failures }) => failures > 0);
    const range = { from: spike?.from ?? '', to: spike?.to ?? '' };
    expect(await listed({ ...range, action: 'AUTH_LOGIN_FAILURE' })).toBe(4);
    expect(await listed(range)).toBe(spike?.events);
  });

  test('groups failures by reason and by address, most first', async () => {
    const { reasons, addresses } = await ask();
    expect(reasons).toEqual([{ action: 'AUTH_LOGIN_FAILURE', reason: 'wrong_password', count: 4 }]);
    expect(addresses).toEqual([
      { ipAddress: '203.0.113.7', count: 3 },
      { ipAddress: '203.0.113.8', count: 1 },
    ]);
    expect(await ask({ action: 'AUTH_LOGIN_SUCCESS' })).toMatchObject({ reasons: [], addresses: [] });
  });

  test('covers only the own organization, whatever is asked for', async () => {
    const stranger = await newUser(service);
    const answer = await stranger.client.get(`${path}?organizationId=${owner.organizationId}`);
    expect(answer.body.reasons).toEqual([]);
    const admin = await newStaff(service, 'ADMIN');
    const all = (await admin.client.get(`${path}?organizationId=all`)).body;
    expect(all.addresses[0]).toEqual({ ipAddress: '203.0.113.7', count: 3 });
  });

  test('of the figures that are kept by day is that of the entries', async () => {
    const admin = await newStaff(service, 'ADMIN');
    const from = '2000-01-01';
    const filters = { organizationId: 'all', from, category: 'authentication' };
    const { bars } = (await admin.client.get(`${path}?${new URLSearchParams(filters)}`)).body;
    const listed = async (more = {}) =>
      (await admin.client.get(`/api/admin/audit-logs?${new URLSearchParams({ ...filters, ...more })}`)).body
        .total;
    expect(sum(bars, 'events')).toBe(await listed());
    expect(sum(bars, 'failures')).toBe(await listed({ action: 'AUTH_LOGIN_FAILURE' }));
  });

  test.each(['events', 'authentication', 'AUTH_LOGIN_FAILURE:wrong_password', 'AUTH_LOGIN_FAILURE%', 'x'])(
    'of an action that there is not is empty, though the figures that are kept may count something of that name: %s',
    async (action) => {
      await foldAudit(service.sql);
      const admin = await newStaff(service, 'ADMIN');
      const asked = new URLSearchParams({ organizationId: 'all', from: '2000-01-01', action });
      const { bars, reasons, addresses } = (await admin.client.get(`${path}?${asked}`)).body;
      expect([sum(bars, 'events'), sum(bars, 'failures'), reasons, addresses]).toEqual([0, 0, [], []]);
      const { logs, total } = (await admin.client.get(`/api/admin/audit-logs?${asked}`)).body;
      expect([total, logs]).toEqual([0, []]);
    },
  );

  test('of a category has the failures of that category only', async () => {
    expect((await ask({ category: 'authentication' })).reasons).toHaveLength(1);
    expect(await ask({ category: 'admin' })).toMatchObject({ reasons: [], addresses: [] });
  });

  test('says so where it stops counting', async () => {
    const person = await newUser(service);
    await enterMany(service, 1200, person.organizationId);
    const from = new Date(service.clock.now().getTime() - hour).toISOString();
    const { bars } = (await person.client.get(`${path}?from=${from}`)).body;
    expect(bars.some((bar: Bar) => bar.events === 1000 && bar.atLeast)).toBe(true);
    const failure = { action: 'AUTH_PASSKEY_FAILURE' as const, organizationId: person.organizationId };
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => enter(service, { ...failure, ipAddress: `192.0.2.${n}` })),
    );
    expect((await person.client.get(`${path}?from=${from}`)).body.addresses).toHaveLength(5);
  });
});

test('finds the entries of one reason, in the list as in the summary', async () => {
  const person = await newUser(service);
  const add = (reason: string | null) =>
    enter(service, {
      action: 'AUTH_SSO_LOGIN_FAILED',
      organizationId: person.organizationId,
      metadata: reason ? { reason } : {},
    });
  for (const reason of ['sso_failed', 'sso_failed', 'sso_not_member', null]) await add(reason);
  const { body } = await person.client.get('/api/admin/audit-logs?reason=sso_failed');
  expect(body.total).toBe(2);
  const summary = (await person.client.get(path)).body;
  expect(summary.reasons[0]).toEqual({ action: 'AUTH_SSO_LOGIN_FAILED', reason: 'sso_failed', count: 2 });
  const narrowed = (await person.client.get(`${path}?reason=sso_not_member`)).body;
  expect(narrowed.reasons).toEqual([{ action: 'AUTH_SSO_LOGIN_FAILED', reason: 'sso_not_member', count: 1 }]);
});
