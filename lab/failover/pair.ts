import { setTimeout as pause } from 'node:timers/promises';
import { makeAuthority } from '@latchkey/server/testing/certificates';
import { freePort } from '@latchkey/server/testing/net';
import { startPgBouncer } from '@latchkey/server/testing/pgbouncer';
import {
  copyAsStandby,
  makeCluster,
  startServer,
  userInfo,
  writeBeside,
} from '@latchkey/server/testing/postgres-servers';

const [user = '', password = ''] = userInfo.split(':').map(decodeURIComponent);

/** A primary that acknowledges nothing until its standby has it, too. */
async function startPair(settings: (data: string) => Promise<Record<string, string>> = async () => ({})) {
  const data = await makeCluster();
  const port = await freePort();
  const copy = await copyAsStandby(data, port);
  const careful = { fsync: 'on', synchronous_standby_names: '*' };
  const primary = await startServer(data, port, { ...careful, ...(await settings(data)) });
  const standby = await startServer(copy, undefined, { fsync: 'on', ...(await settings(copy)) });
  const followed = async () =>
    (await primary.order("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).length === 1;
  while (!(await followed())) await pause(50);
  return { primary, standby };
}

const urlOf = (ports: number[], query = '') =>
  `postgres://${userInfo}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/postgres${query}`;

const direct = async () => {
  const pair = await startPair();
  return { pair, url: urlOf([pair.primary.port, pair.standby.port]) };
};

/** A PgBouncer in front of each, in transaction mode. */
const pooled = async (close: (undo: () => Promise<unknown>) => void) => {
  const pair = await startPair();
  const ports: number[] = [];
  for (const { port } of [pair.primary, pair.standby]) {
    const more = { server_login_retry: '1', query_wait_timeout: '5', default_pool_size: '20' };
    const bouncer = await startPgBouncer('/usr/sbin/pgbouncer', { port, user, password }, more);
    close(() => bouncer.stop());
    ports.push(bouncer.port);
  }
  return { pair, url: urlOf(ports) };
};

/** Both present a certificate, and the service checks who signed it and for which address. */
const encrypted = async () => {
  const authority = makeAuthority('The authority of the pair');
  const { certificate, key } = authority.issue({ commonName: 'db', names: ['127.0.0.1'] });
  const pair = await startPair(async (data) => ({
    ssl: 'on',
    ssl_cert_file: await writeBeside(data, 'server.crt', certificate),
    ssl_key_file: await writeBeside(data, 'server.key', key),
  }));
  const root = await writeBeside(pair.standby.data, 'root.crt', authority.certificate);
  const ports = [pair.primary.port, pair.standby.port];
  return { pair, url: urlOf(ports, `?sslmode=verify-full&sslrootcert=${root}`) };
};

export const ways = {
  'two hosts': direct,
  'PgBouncer, transaction mode': pooled,
  'TLS, verify-full': encrypted,
};
