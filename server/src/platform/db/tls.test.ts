import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Certificate, makeAuthority, makeSelfSigned } from '@latchkey/server/testing/certificates';
import { closed, listen } from '@latchkey/server/testing/net';
import {
  makeCluster,
  type RealServer,
  removeServers,
  startServer,
  userInfo,
  writeBeside,
} from '@latchkey/server/testing/postgres-servers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explain } from '../../cli/output.ts';
import { createLogger } from '../log.ts';
import { connect } from './connect.ts';
import { openPool } from './pool.ts';

// The command as installed: `npm test` builds it first.
const command = fileURLToPath(new URL('../../../bin/latchkey.js', import.meta.url));
const log = createLogger({ environment: 'test', logLevel: 'silent' });
const ours = makeAuthority('Our authority');
const theirs = makeAuthority('Another authority');
const selfSigned = makeSelfSigned({ commonName: 'db', names: ['127.0.0.1'] });

let data: string;
const trusted = { ours: '', theirs: '', itself: '' };
let server: RealServer | undefined;

beforeAll(async () => {
  data = await makeCluster();
  trusted.ours = await writeBeside(data, 'ours.crt', ours.certificate);
  trusted.theirs = await writeBeside(data, 'theirs.crt', theirs.certificate);
  trusted.itself = await writeBeside(data, 'itself.crt', selfSigned.certificate);
});
afterAll(removeServers);

/** The real server, with this certificate, or without TLS. */
async function serveWith(own: Certificate | undefined, more: Record<string, string> = {}): Promise<void> {
  await server?.stop();
  const files = own && {
    ssl: 'on',
    ssl_cert_file: await writeBeside(data, 'server.crt', own.certificate),
    ssl_key_file: await writeBeside(data, 'server.key', own.key),
  };
  server = await startServer(data, server?.port, { ...files, ...more });
}

const urlOf = (host: string, query: string) =>
  `postgres://${userInfo}@${host}:${server?.port}/postgres?${query}`;

/** How a connection turns out: encrypted, plain, or the line that a person reads at startup. */
async function outcome(host: string, query: string): Promise<string> {
  const url = urlOf(host, query);
  const database = await connect(
    { database: { kind: 'server', url }, pool: { size: 2, prepare: undefined } },
    log,
  );
  try {
    const [row] = await database.sql`SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
    return row?.ssl ? 'encrypted' : 'plain';
  } catch (error) {
    return explain(error) ?? 'a bug';
  } finally {
    await database.close();
  }
}

const full = () => `sslmode=verify-full&sslrootcert=${trusted.ours}`;
const onlyAuthority = () => `sslmode=verify-ca&sslrootcert=${trusted.ours}`;
const ofCertificate = (host: string) =>
  `The database cannot be used: the TLS certificate of ${host}:${server?.port}`;

describe('a certificate for an IP address', () => {
  beforeAll(() => serveWith(ours.issue({ commonName: 'db', names: ['127.0.0.1'] })));

  test('passes verify-full when connecting by that address, but not by another name', async () => {
    expect(await outcome('127.0.0.1', full())).toBe('encrypted');
    expect(await outcome('localhost', full())).toBe(
      `${ofCertificate('localhost')} is for another name: connect by a name that is in it, or have one made for this name`,
    );
  });

  test('passes verify-ca when connecting by any name', async () => {
    expect(await outcome('127.0.0.1', onlyAuthority())).toBe('encrypted');
    expect(await outcome('localhost', onlyAuthority())).toBe('encrypted');
  });
});

describe('a certificate for localhost', () => {
  beforeAll(() => serveWith(ours.issue({ commonName: 'localhost', names: ['localhost'] })));

  test('does not pass verify-full when connecting by IP address', async () => {
    expect(await outcome('127.0.0.1', full())).toContain('is for another name');
    expect(await outcome('localhost', full())).toBe('encrypted');
    expect(await outcome('127.0.0.1', onlyAuthority())).toBe('encrypted');
  });
});

test('sslcert and sslkey are presented to a server that asks for a client certificate', async () => {
  const line = 'hostssl all all 127.0.0.1/32 scram-sha-256 clientcert=verify-ca\n';
  const asking = { hba_file: await writeBeside(data, 'hba.conf', line), ssl_ca_file: trusted.ours };
  await serveWith(ours.issue({ commonName: 'db', names: ['127.0.0.1'] }), asking);
  const files = async (own: Certificate) =>
    `sslcert=${await writeBeside(data, 'client.crt', own.certificate)}&sslkey=${await writeBeside(data, 'client.key', own.key)}`;
  expect(await outcome('127.0.0.1', full())).toContain('certificate');
  expect(await outcome('127.0.0.1', `${full()}&${await files(theirs.issue({ commonName: 'x' }))}`)).toContain(
    'The database cannot be used',
  );
  expect(await outcome('127.0.0.1', `${full()}&${await files(ours.issue({ commonName: 'x' }))}`)).toBe(
    'encrypted',
  );
});

test('an IP address may be the common name if the certificate lists no address, as psql allows', async () => {
  await serveWith(ours.issue({ commonName: '127.0.0.1' }));
  expect(await outcome('127.0.0.1', full())).toBe('encrypted');
  await serveWith(ours.issue({ commonName: '127.0.0.1', names: ['10.0.0.1'] }));
  expect(await outcome('127.0.0.1', full())).toContain('is for another name');
});

describe('a certificate from an untrusted authority', () => {
  beforeAll(() => serveWith(theirs.issue({ commonName: 'db', names: ['127.0.0.1'] })));

  test('is refused whenever certificates are verified', async () => {
    const fault = `${ofCertificate('127.0.0.1')} is signed by an authority that is not trusted here: name the certificate of that authority with sslrootcert=<file>`;
    for (const query of [full(), onlyAuthority(), 'sslmode=verify-full', 'sslrootcert=system'])
      expect({ query, is: await outcome('127.0.0.1', query) }).toEqual({ query, is: fault });
    expect(await outcome('127.0.0.1', `sslmode=verify-full&sslrootcert=${trusted.theirs}`)).toBe('encrypted');
  });

  test('is accepted with sslmode=require, unless sslrootcert is set', async () => {
    expect(await outcome('127.0.0.1', 'sslmode=require')).toBe('encrypted');
    expect(await outcome('127.0.0.1', 'sslmode=prefer')).toBe('encrypted');
    expect(await outcome('127.0.0.1', `sslmode=require&sslrootcert=${trusted.ours}`)).toContain(
      'not trusted',
    );
  });
});

test('a certificate that has expired or is not valid yet is reported', async () => {
  const names = ['127.0.0.1'];
  await serveWith(ours.issue({ commonName: 'db', names, valid: { from: -20, to: -10 } }));
  expect(await outcome('127.0.0.1', full())).toBe(`${ofCertificate('127.0.0.1')} has expired: renew it`);
  await serveWith(ours.issue({ commonName: 'db', names, valid: { from: 10, to: 20 } }));
  expect(await outcome('127.0.0.1', full())).toBe(
    `${ofCertificate('127.0.0.1')} is not valid yet: set the clocks right`,
  );
});

test('a self-signed certificate is reported, and trusted once sslrootcert names it', async () => {
  await serveWith(selfSigned);
  expect(await outcome('127.0.0.1', full())).toBe(
    `${ofCertificate('127.0.0.1')} is self-signed: name that certificate with sslrootcert=<file> to trust it`,
  );
  expect(await outcome('127.0.0.1', `sslmode=verify-full&sslrootcert=${trusted.itself}`)).toBe('encrypted');
});

test('a server without TLS is used only when TLS is not required', async () => {
  await serveWith(undefined);
  expect(await outcome('127.0.0.1', 'sslmode=prefer')).toBe('plain');
  expect(await outcome('127.0.0.1', '')).toBe('plain');
  for (const mode of ['require', 'verify-full'])
    expect(await outcome('127.0.0.1', `sslmode=${mode}`)).toBe(
      `The database cannot be used: 127.0.0.1:${server?.port} does not offer TLS, which sslmode=${mode} asks for`,
    );
});

test('a certificate file that is missing or contains no certificate is reported', async () => {
  await serveWith(selfSigned);
  const missing = () =>
    openPool(urlOf('127.0.0.1', 'sslmode=verify-full&sslrootcert=/nowhere.crt'), { max: 1 });
  expect(missing).toThrow('/nowhere.crt');
  const empty = await writeBeside(data, 'empty.crt', 'nothing\n');
  expect(await outcome('127.0.0.1', `sslmode=verify-full&sslrootcert=${empty}`)).toMatch(
    /^The database cannot be used: .*TLS/,
  );
});

test('data injected before TLS is negotiated is rejected', async () => {
  const between = createServer((socket) => socket.once('data', () => socket.write('SE')));
  const port = await listen(between, 0);
  const sql = openPool(`postgres://${userInfo}@127.0.0.1:${port}/postgres?sslmode=require`, { max: 1 });
  await expect(sql`SELECT 1`).rejects.toThrow('spoke before TLS was agreed on');
  await sql.end({ timeout: 1 });
  await closed(between);
});

test('a startup stopped by a certificate error says so in one line and exits with 1', async () => {
  const names = ['127.0.0.1'];
  await serveWith(ours.issue({ commonName: 'db', names, valid: { from: -20, to: -10 } }));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [command, 'serve'], {
    cwd: dirname(data),
    env: { PATH, HOME, DATABASE_URL: urlOf('127.0.0.1', full()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const [code] = await once(child, 'close');
  expect({ code, said }).toEqual({ code: 1, said: `${ofCertificate('127.0.0.1')} has expired: renew it\n` });
});
