import { expect, test } from 'vitest';
import { isLoopback } from './address.ts';

test.each([
  'localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.0.0.2',
  '127.255.255.254',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
])('%s is a loopback host', (host) => expect(isLoopback(host)).toBe(true));

test.each([
  '',
  'mail.example.com',
  'localhost.example.com',
  'mail.localhost',
  '127.0.0.1.example.com',
  '127.example.com',
  '127.1',
  '0x7f.0.0.1',
  '2130706433',
  '10.0.0.1',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  '[::2]',
  '[2001:db8::1]',
  '::ffff:10.0.0.1',
])('%s is not treated as a loopback host', (host) => expect(isLoopback(host)).toBe(false));
