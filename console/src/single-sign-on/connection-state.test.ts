import type { Connection } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { expiryOf, isComplete, stepOf } from './connection-state.ts';

const saml = { entityId: 'idp', signInUrl: 'https://idp.test', certificates: [], metadataUrl: null };
const certificate = { pem: '', sha256: '', notAfter: '2030-01-01T00:00:00.000Z' };
const at = (more: Partial<Connection>) =>
  ({ enabled: false, required: false, domains: [], testedAt: null, ...more }) as Connection;

test('the next step follows what is there: settings, domains, a test, turning on', () => {
  const complete = { saml: { ...saml, certificates: [certificate] } };
  const domains = ['acme.test'];
  const testedAt = '2026-01-01T00:00:00.000Z';
  expect(stepOf(at({ saml })).next).toContain('Enter the values below');
  expect(stepOf(at(complete)).next).toContain('Choose the domains');
  expect(stepOf(at({ ...complete, domains })).next).toContain('Test it');
  expect(stepOf(at({ ...complete, domains, testedAt })).next).toContain('Turn it on');
  expect(stepOf(at({ ...complete, domains, testedAt, enabled: true }))).toMatchObject({
    label: 'On',
    next: null,
  });
  for (const required of [false, true])
    expect(stepOf(at({ ...complete, testedAt, enabled: true, required })).label).toBe('No domain');
  expect(stepOf(at({ ...complete, domains, enabled: true, required: true })).label).toBe('Required');
});

test('OpenID Connect needs an issuer and a client ID, but no secret', () => {
  const oidc = { issuer: 'https://idp.test', clientId: 'x', hasClientSecret: false };
  expect(isComplete({ oidc })).toBe(true);
  expect(isComplete({ oidc: { ...oidc, clientId: null } })).toBe(false);
});

test('a certificate warns 30 days before it expires', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const state = (notAfter: string) => expiryOf(notAfter, now).state;
  expect(state('2026-07-02T00:00:00Z')).toBe('fine');
  expect(state('2026-06-30T00:00:00Z')).toBe('soon');
  expect(state('2026-06-01T00:00:00Z')).toBe('past');
});
