import { describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

describe('host parsing', () => {
  const hosts = (url: string) => parseDatabaseUrl(url).hosts.map(({ host, port }) => `${host} ${port}`);

  test.each([
    ['postgres://db/x', ['db 5432']],
    ['postgresql://u:p@db:6000', ['db 6000']],
    ['postgres:///x', ['localhost 5432']],
    ['postgres://one:5433,two,three:5434/x', ['one 5433', 'two 5432', 'three 5434']],
    ['postgres://u:a,b:c@one,two/x', ['one 5432', 'two 5432']],
    ['postgres://[::1]:5433,[fe80::1]/x', ['::1 5433', 'fe80::1 5432']],
    ['postgres://%2Frun%2Fpg:5433/x', ['/run/pg 5433']],
    ['postgres://x:5433/x?host=/run/pg', ['/run/pg 5433']],
    ['postgres:///x?host=one,two&port=1,2', ['one 1', 'two 2']],
    ['postgres:///x?host=one,two&port=6000', ['one 6000', 'two 6000']],
  ])('reads %s', (url, expected) => expect(hosts(url)).toEqual(expected));

  test.each([
    ['postgres:///x?host=one,two&port=1,2,3', 'one port for all hosts, or one for each'],
    ['postgres://db:0/x', 'ports from 1 to 65535'],
    ['postgres://db:70000/x', 'ports from 1 to 65535'],
    ['postgres://db:x/y', 'must be postgres://'],
    ['postgres://one:5432,two:x/y', 'must be postgres://'],
    ['postgres://', 'must be postgres://'],
    ['mysql://db/x', 'must be postgres://'],
    ['postgres://one,two/x?target_session_attrs=standby', 'Latchkey needs the primary'],
  ])('refuses %s', (url, message) => expect(() => parseDatabaseUrl(url)).toThrow(message));
});

describe('TLS', () => {
  const tls = (query: string) => parseDatabaseUrl(`postgres://db/x?${query}`).tls;

  test.each([
    ['', 'disable'],
    ['sslmode=disable', 'disable'],
    ['sslmode=prefer', 'prefer'],
    ['sslmode=require', 'require'],
    ['ssl=true', 'require'],
    ['sslmode=verify-ca&sslrootcert=/ca.crt', 'verify-ca'],
    ['sslmode=verify-full&sslrootcert=/ca.crt', 'verify-full'],
    ['sslmode=require&sslrootcert=/ca.crt', 'verify-ca'],
    ['sslrootcert=system', 'verify-full'],
    ['sslmode=prefer&sslrootcert=system', 'verify-full'],
  ])('%s', (query, mode) => expect(tls(query)).toBe(mode));

  test.each(['verify_full', 'verify-fulll', 'VERIFY-FULL', 'no-verify'])(
    'sslmode=%s is refused rather than treated as a weaker mode',
    (mode) => expect(() => tls(`sslmode=${mode}`)).toThrow('must have an sslmode of'),
  );
});

test('the driver gets the user, password, database and server options, but not the hosts', () => {
  const url =
    'postgres://u:p%40:x@one:1,two:2/data?sslmode=require&target_session_attrs=any&options=-c%20x%3D1';
  expect(parseDatabaseUrl(url).rest).toBe('postgres://u:p%40%3Ax@localhost/data?options=-c+x%3D1');
});

test('a client certificate requires its key, and neither is passed on to the server', () => {
  const { client, rest } = parseDatabaseUrl(
    'postgres://u@one/data?sslmode=require&sslcert=/c.crt&sslkey=/c.key',
  );
  expect(client).toEqual({ certificate: '/c.crt', key: '/c.key' });
  expect(rest).toBe('postgres://u@localhost/data');
  expect(() => parseDatabaseUrl('postgres://one/data?sslcert=/c.crt')).toThrow('sslcert and sslkey together');
});

test('verify-ca without a root certificate is refused, since any public certificate would pass', () => {
  expect(() => parseDatabaseUrl('postgres://one/data?sslmode=verify-ca')).toThrow('sslrootcert');
});
