import { expect, test } from 'vitest';
import { addressObstacle } from './address-obstacle.ts';

test.each([
  ['localhost', 'localhost'],
  ['acme.test', 'acme.test'],
  ['acme.test', 'auth.acme.test'],
])('passkeys for %s work at %s when the page is a secure context', (domain, hostname) => {
  expect(addressObstacle(domain, { hostname, isSecureContext: true })).toBeUndefined();
});

test('plain HTTP on a host other than localhost is reported as needing HTTPS', () => {
  const page = { hostname: 'auth.acme.test', isSecureContext: false };
  expect(addressObstacle('auth.acme.test', page)).toMatch(/^Passkeys need HTTPS\./);
});

test.each(['127.0.0.1', 'evil-acme.test', 'test'])(
  '%s is reported as the wrong host for passkeys of acme.test',
  (hostname) => {
    for (const isSecureContext of [true, false])
      expect(addressObstacle('acme.test', { hostname, isSecureContext })).toBe(
        `Passkeys work at acme.test only. This page is at ${hostname}.`,
      );
  },
);
