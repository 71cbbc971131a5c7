import { expect, test } from 'vitest';
import { domainsOf, isPublicSuffix, isWithin } from './cookie-domain.ts';

test.each(['com', 'localhost', 'co.uk', 'com.au', 'or.jp', 'github.io', 'vercel.app', 'up.railway.app'])(
  '%s is a public suffix',
  (domain) => {
    expect(isPublicSuffix(domain)).toBe(true);
  },
);

test.each(['acme.com', 'acme.co.uk', 'acme.github.io', 'acme.test', 'web.de', 'com.acme.org'])(
  '%s is not a public suffix',
  (domain) => {
    expect(isPublicSuffix(domain)).toBe(false);
  },
);

test('a host is within its own domain and its parent domains, and no other', () => {
  expect(isWithin('auth.acme.com', 'acme.com')).toBe(true);
  expect(isWithin('acme.com', 'acme.com')).toBe(true);
  expect(isWithin('evilacme.com', 'acme.com')).toBe(false);
  expect(isWithin('acme.com.evil.example', 'acme.com')).toBe(false);
  expect(isWithin('acme.com', 'auth.acme.com')).toBe(false);
});

test('a cookie can be set for a host and its parent domains, except public suffixes', () => {
  expect(domainsOf('auth.eu.acme.com')).toEqual(['auth.eu.acme.com', 'eu.acme.com', 'acme.com']);
  expect(domainsOf('acme.com')).toEqual(['acme.com']);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(domainsOf(host)).toEqual([]);
});
