import { expect, test } from 'vitest';
import { certificatesIn } from './certificates-in.ts';
import { explain } from './test-words.ts';

const none = { passed: false, email: null, received: {} };
const connection = { domains: ['acme.test'] };

test('a passed test needs no explanation', () => {
  expect(explain({ ...none, passed: true, reason: null }, connection)).toBeUndefined();
});

test('a fault of the message is shown in its own words', () => {
  const received = { fault: 'The message is encrypted.' };
  expect(explain({ ...none, reason: 'sso_failed', received }, connection)?.what).toBe(
    'The message is encrypted.',
  );
  expect(explain({ ...none, reason: 'sso_unavailable' }, connection)?.what).toContain("didn't answer");
});

test('an address that does not count is told apart by why', () => {
  const about = (email: string | null, received = {}, domains = connection.domains) =>
    explain({ ...none, reason: 'sso_email_not_allowed', email, received }, { domains })?.what;
  expect(about(null)).toBe('The identity provider sent no email address.');
  expect(about(null, { claims: { email: 'a@acme.test', email_verified: false } })).toContain(
    "a@acme.test isn't verified",
  );
  expect(about('a@other.test')).toBe("The message is right, but a@other.test isn't in acme.test.");
  expect(about('a@acme.test', {}, [])).toContain("none of this connection's domains");
});

test('certificates are found in PEM, and as base64 between empty lines', () => {
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----';
  expect(certificatesIn(`${pem}\n${pem}`)).toEqual([pem, pem]);
  expect(certificatesIn('AA\nBB\n\n CC \n')).toEqual(['AABB', 'CC']);
  expect(certificatesIn('')).toEqual([]);
});
