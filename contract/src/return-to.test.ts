import { expect, test } from 'vitest';
import { safeReturnTo } from './return-to.ts';

const here = 'https://auth.acme.test';
const origins = ['https://app.acme.test', 'http://localhost:5173'];
const lead = (value: string | undefined) => safeReturnTo(value, here, origins);

test.each(['/', '/profile', '/admin/users?page=2&search=a#top', '/invite/abc', '/login?next=//not-a-host'])(
  '%s returns to a page of the service',
  (path) => {
    expect(lead(path)).toBe(path);
  },
);

test('a full URL of the service is reduced to its path', () => {
  expect(lead('https://auth.acme.test/profile?a=1#b')).toBe('/profile?a=1#b');
  expect(lead('HTTPS://AUTH.acme.test:443')).toBe('/');
});

test.each([
  ['https://app.acme.test', 'https://app.acme.test/'],
  ['https://app.acme.test/a?b=c&d=%2F#e', 'https://app.acme.test/a?b=c&d=%2F#e'],
  ['HTTPS://App.Acme.Test:443/a', 'https://app.acme.test/a'],
  ['https://app.acme.test//a', 'https://app.acme.test//a'],
  ['http://localhost:5173/a', 'http://localhost:5173/a'],
])('%s returns to a listed origin', (value, address) => {
  expect(lead(value)).toBe(address);
});

// One row for each way in which a parser of addresses might take someone elsewhere.
test.each([
  undefined,
  '',
  'profile',
  'evil.example',
  '@evil.example',
  // Another host, or the same host written differently
  'https://evil.example',
  'https://app.acme.test.evil.example/',
  'https://evil.example/https://app.acme.test',
  'https://evil.example?https://app.acme.test',
  'https://xapp.acme.test',
  'https://acme.test',
  'https://sub.app.acme.test',
  'https://app.acme.test.',
  // Another scheme or port
  'http://app.acme.test',
  'https://app.acme.test:8443/',
  'https://localhost:5173/',
  'http://localhost:5174/',
  'http://auth.acme.test/',
  'https://auth.acme.test:8443/',
  'javascript:alert(1)',
  'javascript://app.acme.test/%0aalert(1)',
  'data:text/html,hello',
  'blob:https://app.acme.test/1',
  'ftp://app.acme.test/',
  // Scheme-relative
  '//app.acme.test',
  '//evil.example',
  '///evil.example',
  'https:app.acme.test',
  'https:/app.acme.test',
  'https:///app.acme.test',
  // Userinfo
  'https://app.acme.test@evil.example/',
  'https://app.acme.test:443@evil.example/',
  'https://user@app.acme.test/',
  'https://user:word@app.acme.test/',
  'https://@app.acme.test/',
  'https://user@auth.acme.test/',
  // Backslashes
  '\\\\evil.example',
  '/\\evil.example',
  '\\/evil.example',
  'https:\\\\app.acme.test',
  'https://app.acme.test\\@evil.example/',
  'https://evil.example\\@app.acme.test/',
  'https://app.acme.test\\.evil.example/',
  // Encoded
  'https%3A%2F%2Fapp.acme.test',
  'https://app.acme.test%2eevil.example/',
  'https://app.acme.test%00.evil.example/',
  '/%2F/evil.example',
  '/%2f%2fevil.example',
  '/%252F%252Fevil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  // Dots that resolve to a host, here too
  '/..//evil.example',
  '/.//evil.example',
  '/%2e%2e//evil.example',
  'https://auth.acme.test//evil.example',
  'https://auth.acme.test/..//evil.example',
  'https://auth.acme.test/%2F/evil.example',
  // What a browser drops
  ' https://app.acme.test/',
  'https://app.acme.test/ ',
  'ht\ttps://app.acme.test/',
  'https://app.acme.test/\r\nSet-Cookie: a=b',
  '/\t/evil.example',
  '\t//evil.example',
  '/\r\nSet-Cookie: a=b',
  '/\u0000',
  // Unreadable or too long
  'https://',
  'https://[::1',
  '/%E0%A4%A',
  `/${'a'.repeat(9000)}`,
  `https://app.acme.test/${'a'.repeat(9000)}`,
])('%j is refused', (value) => {
  expect(lead(value)).toBeUndefined();
});
