import { describe, expect, test } from 'vitest';
import { createRules, networksOf } from './rules.ts';

const rules = createRules({ allowedNetworks: [], httpsOnly: false });

describe('no request goes to', () => {
  // Addresses in each network that isn't public, where clouds answer within it, and ways to write one inside another.
  test.each([
    ['this machine', '127.0.0.1'],
    ['this machine', '127.255.255.254'],
    ['this machine', '::1'],
    ['an unspecified address', '0.0.0.0'],
    ['an unspecified address', '0.1.2.3'],
    ['an unspecified address', '::'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a private network', 'fc00::1'],
    ['a private network', 'fdff:ffff::1'],
    ['a private network', 'fec0::1'],
    ['a carrier-grade NAT address', '100.64.0.1'],
    ['a link-local address', '169.254.0.1'],
    ['a link-local address', 'fe80::1'],
    ['a link-local address with a zone', 'fe80::1%eth0'],
    ['the metadata service of AWS, Azure, Google and others', '169.254.169.254'],
    ['the metadata service of AWS', 'fd00:ec2::254'],
    ['the metadata service of Alibaba', '100.100.100.200'],
    ['the metadata service of Oracle', '192.0.0.192'],
    ['the Azure wire server', '168.63.129.16'],
    ['a multicast address', '224.0.0.1'],
    ['a multicast address', 'ff02::1'],
    ['everybody', '255.255.255.255'],
    ['a reserved address', '240.0.0.1'],
    ['a reserved address', '4000::1'],
    ['documentation', '192.0.2.1'],
    ['documentation', '2001:db8::1'],
    ['benchmarks', '198.18.0.1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:7f00:1'],
    ['mapped', '::ffff:169.254.169.254'],
    ['mapped', '0:0:0:0:0:ffff:0a00:0001'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['compatible', '::127.0.0.1'],
    ['compatible', '::7f00:1'],
    ['NAT64', '64:ff9b::127.0.0.1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['a local-use NAT64 address', '64:ff9b:1::8.8.8.8'],
    ['6to4', '2002:7f00:1::1'],
    ['6to4', '2002:a00:1::'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['nonsense', 'localhost'],
    ['nonsense', '0177.0.0.1'],
    ['nonsense', ''],
  ])('%s: %s', (_what, address) => {
    expect(rules.allows(address)).toBe(false);
  });
});

test.each([
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '169.253.0.1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('a public address is allowed: %s', (address) => {
  expect(rules.allows(address)).toBe(true);
});

describe('the URL check', () => {
  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://①②⑦.0.0.1/',
    'http://0/',
    'http://3232235777/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://LOCALHOST:8080/',
    'http://localhost./',
    'http://app.localhost/',
    'https://user@example.com/',
    'https://user:secret@example.com/',
    'https://:secret@example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https:///',
    '//example.com/',
    'nonsense',
    '',
  ])('refuses %s', (url) => {
    expect(rules.forbids(url)).toBe(true);
  });

  test.each([
    'https://example.com/hook',
    'http://example.com:8080/?a=b',
    'https://8.8.8.8/',
    'https://[2606:4700::1]/',
  ])('accepts %s', (url) => {
    expect(rules.forbids(url)).toBe(false);
  });

  test('refuses http where only https is allowed, even on an allowed network', () => {
    const strict = createRules({ allowedNetworks: networksOf('loopback'), httpsOnly: true });
    expect(strict.forbids('http://example.com/')).toBe(true);
    expect(strict.forbids('http://127.0.0.1/')).toBe(true);
    expect(strict.forbids('https://127.0.0.1/')).toBe(false);
  });
});

test('allowed networks can be reached in every notation, and no others can', () => {
  const { allows, forbids } = createRules({
    allowedNetworks: ['10.1.0.0/16', '192.168.7.7', 'loopback', 'fd00::/16'].flatMap(networksOf),
    httpsOnly: false,
  });
  for (const address of [
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '64:ff9b::10.1.2.3',
    '192.168.7.7',
    '127.0.0.1',
    '::1',
    'fd00::1',
  ])
    expect([address, allows(address)]).toEqual([address, true]);
  for (const address of ['10.2.0.1', '192.168.7.8', '169.254.169.254', 'fd01::1', 'fe80::1'])
    expect([address, allows(address)]).toEqual([address, false]);
  expect(forbids('http://localhost:3000/')).toBe(false);
  expect(forbids('http://user@localhost:3000/')).toBe(true);
});
