import { afterEach, describe, expect, test, vi } from 'vitest';
import { auditDefaults, auditQuery, auditRange, csvFileName, quickRangeOf } from './audit-query.ts';
import { emailDefaults, emailQuery } from './email-query.ts';
import { idsToAsk, organizationDefaults, organizationQuery } from './organization-query.ts';
import { userDefaults, userQuery } from './user-query.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the user query', () => {
  test('has no filters by default', () => {
    expect(userQuery(userDefaults)).toEqual({ page: 1, sort: '-createdAt' });
  });

  test('passes on the filters the service knows', () => {
    const values = { ...userDefaults, page: 2, search: 'ada', organizationId: 'some-id' };
    expect(userQuery({ ...values, role: 'ADMIN', isActive: 'false', sort: 'email', open: 'x' })).toEqual({
      page: 2,
      search: 'ada',
      organizationId: 'some-id',
      role: 'ADMIN',
      isActive: 'false',
      sort: 'email',
    });
  });

  test("leaves out values the service doesn't know instead of sending them to be refused", () => {
    const query = userQuery({ ...userDefaults, role: 'GOD', isActive: 'maybe', sort: 'shoeSize' });
    expect(query).toEqual({ page: 1 });
  });
});

test('organization and email queries keep known values and leave out unknown ones', () => {
  expect(organizationQuery(organizationDefaults)).toEqual({ page: 1, sort: '-createdAt' });
  expect(organizationQuery({ page: 3, search: 'acme', sort: 'members' })).toEqual({
    page: 3,
    search: 'acme',
  });
  expect(emailQuery({ ...emailDefaults, to: 'ada@', status: 'FAILED' })).toEqual({
    page: 1,
    to: 'ada@',
    status: 'FAILED',
  });
  expect(emailQuery({ ...emailDefaults, status: 'LOST' })).toEqual({ page: 1 });
});

describe('organization names', () => {
  test("are requested once each, in a fixed order, skipping the user's own organization and nulls", () => {
    expect(idsToAsk(['b', null, 'a', 'b', 'own'], 'own')).toBe('a,b');
    expect(idsToAsk(['a', 'b'], undefined)).toBe(idsToAsk(['b', 'a'], undefined));
    expect(idsToAsk([null, 'own'], 'own')).toBeUndefined();
  });
});

describe('the audit log', () => {
  test('shows the last seven days by default, including today, even after the date changes', () => {
    expect(auditRange(auditDefaults, '2026-03-03')).toEqual({ from: '2026-02-25', to: '2026-03-03' });
    expect(auditRange(auditDefaults, '2026-03-04')).toEqual({ from: '2026-02-26', to: '2026-03-04' });
  });

  test('shows the chosen days, or the last seven when only the end date is chosen', () => {
    const chosen = { from: '2026-01-05', to: '2026-01-06' };
    expect(auditRange(chosen, '2026-03-03')).toEqual(chosen);
    expect(auditRange({ from: '', to: '2026-01-10' }, '2026-03-03').from).toBe('2026-01-04');
    expect(auditRange({ from: '', to: '2027-01-10' }, '2026-03-03').from).toBe('2026-02-25');
    expect(auditRange({ from: 'last week', to: '' }, '2026-03-03').from).toBe('2026-02-25');
  });

  test("requests whole days in the reader's time zone", () => {
    vi.stubEnv('TZ', 'America/New_York');
    const query = auditQuery({ ...auditDefaults, from: '2026-07-01', to: '2026-07-02' }, '2026-07-09');
    expect(query).toEqual({ from: '2026-07-01T04:00:00.000Z', to: '2026-07-03T03:59:59.999Z' });
  });

  test("passes filters on, except a category that doesn't exist", () => {
    vi.stubEnv('TZ', 'UTC');
    const filters = { action: 'AUTH_LOGOUT', userEmail: 'ada', organizationId: 'all' };
    const query = auditQuery({ ...auditDefaults, ...filters, category: 'gossip' }, '2026-07-09');
    expect(query).toMatchObject(filters);
    expect(query.category).toBeUndefined();
    expect(auditQuery({ ...auditDefaults, category: 'admin' }, '2026-07-09').category).toBe('admin');
  });

  test('covers the last hour or day up to now, unless the ends are chosen', () => {
    vi.stubEnv('TZ', 'UTC');
    const now = new Date('2026-03-03T10:00:00Z');
    const read = (given: object) => {
      const { from, to } = auditQuery({ ...auditDefaults, ...given }, '2026-03-03', { now });
      return [from, to];
    };
    expect(read({ range: '1h' })).toEqual(['2026-03-03T09:00:00.000Z', undefined]);
    expect(read({ range: '24h' })).toEqual(['2026-03-02T10:00:00.000Z', undefined]);
    expect(read({ range: '30d' })).toEqual(['2026-02-02T00:00:00.000Z', '2026-03-03T23:59:59.999Z']);
    expect(read({ range: 'century' })).toEqual(read({}));
    const chosen = { from: '2026-03-01T07:00:00.000Z', to: '2026-03-01T07:59:59.999Z' };
    expect(read({ ...chosen, range: '1h' })).toEqual([chosen.from, chosen.to]);
    expect(read({ from: chosen.from })).toEqual([chosen.from, undefined]);
    expect(quickRangeOf({ ...auditDefaults, range: '24h' })).toBe('24h');
    expect(quickRangeOf({ ...auditDefaults, ...chosen })).toBeUndefined();
  });

  test('is exported to a file named after the date', () => {
    vi.stubEnv('TZ', 'UTC');
    expect(csvFileName(new Date('2026-03-09T23:59:00Z'))).toBe('audit-logs-2026-03-09.csv');
  });
});
