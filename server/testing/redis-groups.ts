import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { makeAuthority } from './certificates.ts';
import { atEnd } from './lifetime.ts';
import { startRedis, startSentinel, type TestRedis } from './limit-stores.ts';
import { freePort } from './net.ts';

export const redisPassword = 'redis-test-password';
export const sentinelPassword = 'sentinel-test-password';

async function folderOf(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `latchkey-${name}-`));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits as long as it takes: how fast Redis is isn't what is tested. */
async function until(happened: () => Promise<boolean>): Promise<void> {
  while (!(await happened().catch(() => false))) await pause(20);
}

/** Certificates that servers show, all of them for this name, and how they and their clients use them. */
export type RedisTls = Awaited<ReturnType<typeof redisTls>>;

/** By an authority of our own. */
export async function redisTls(name = 'localhost') {
  const folder = await folderOf('redis-tls');
  const authority = makeAuthority('The operator');
  const { certificate, key } = authority.issue({ commonName: name, names: [name] });
  const files = { 'ca.pem': authority.certificate, 'server.pem': certificate, 'server.key': key };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return {
    /** For NODE_EXTRA_CA_CERTS. */
    authorityFile: join(folder, 'ca.pem'),
    options: {
      'tls-cert-file': join(folder, 'server.pem'),
      'tls-key-file': join(folder, 'server.key'),
      'tls-ca-cert-file': join(folder, 'ca.pem'),
      'tls-auth-clients': 'no',
      'tls-replication': 'yes',
    },
    client: { tls: { ca: authority.certificate, servername: name } },
  };
}

/** What a server needs to be reached by TLS only. */
export async function tlsPort(tls: RedisTls | undefined): Promise<Record<string, string | number>> {
  return tls ? { 'tls-port': await freePort(), ...tls.options } : {};
}

type Question = [string, ...(string | number)[]];

/** Asks a server something on a connection of its own. */
export const ask = (port: number, ...question: Question) => askBy(undefined, port, question);

export async function askBy(
  tls: RedisTls | undefined,
  port: number,
  [name, ...args]: Question,
): Promise<unknown> {
  const options = { port, password: redisPassword, retryStrategy: null, lazyConnect: true, ...tls?.client };
  const client = new Redis(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(name, ...args);
  } finally {
    client.disconnect();
  }
}

/** A master, its replicas, and sentinels that watch it as `mymaster` and ask for a password of their own. */
export async function startWatched(
  binary: string,
  { replicas = 1, sentinels = 1, downAfterMs = 500, tls = undefined as RedisTls | undefined } = {},
) {
  const host = tls ? 'localhost' : '127.0.0.1';
  const login = { masterauth: redisPassword, ...(tls && { 'replica-announce-ip': host }) };
  const ask = (port: number, ...question: Question) => askBy(tls, port, question);
  const master = await startRedis(binary, redisPassword, { ...login, ...(await tlsPort(tls)) });
  const more = { ...login, replicaof: `${host} ${master.port}`, 'repl-diskless-sync-delay': 0 };
  const servers = [master];
  for (let n = 0; n < replicas; n += 1)
    servers.push(await startRedis(binary, redisPassword, { ...more, ...(await tlsPort(tls)) }));
  for (const { port } of servers.slice(1))
    await until(async () => String(await ask(port, 'INFO', 'replication')).includes('master_link_status:up'));
  const folder = await folderOf('sentinels');
  const watching: TestRedis[] = [];
  for (let n = 0; n < sentinels; n += 1) {
    const port = await freePort();
    const file = join(folder, `${n}.conf`);
    await writeFile(file, sentinelFile({ port, folder, master: master.port, sentinels, downAfterMs, tls }));
    watching.push(await startSentinel(binary, file, port));
  }
  const at = (list: TestRedis[]) => list.map(({ port }) => `${host}:${port}`).join(',');
  const asked = async (...args: string[]) => {
    const one = new Redis({ port: watching[0]?.port ?? 0, password: sentinelPassword, ...tls?.client });
    one.on('error', () => undefined);
    try {
      return (await one.call('SENTINEL', ...args)) as string[] & string[][];
    } finally {
      one.disconnect();
    }
  };
  const masterPort = async () => Number((await asked('get-master-addr-by-name', 'mymaster'))[1]);
  // A fail-over needs replicas that the sentinels have heard of.
  await until(async () => (await asked('replicas', 'mymaster')).length === replicas);
  return {
    servers,
    sentinels: watching,
    url: `redis${tls ? 's' : ''}+sentinel://:${redisPassword}@${at(watching)}/mymaster?sentinelPassword=${sentinelPassword}`,
    masterPort,
    /** As an operator does it: the sentinels make a replica the master, and the master a replica. */
    async switchOver() {
      const before = await masterPort();
      // They refuse until they have heard from the replica lately.
      await until(async () => String(await asked('failover', 'mymaster')) === 'OK');
      await until(async () => (await masterPort()) !== before);
      await until(async () => String(await ask(before, 'ROLE')).startsWith('slave'));
    },
  };
}

function sentinelFile(of: {
  port: number;
  folder: string;
  master: number;
  sentinels: number;
  downAfterMs: number;
  tls: RedisTls | undefined;
}) {
  const secure = of.tls && { port: 0, 'tls-port': of.port, ...of.tls.options };
  const names = ['sentinel resolve-hostnames yes', 'sentinel announce-hostnames yes'];
  return [
    ...Object.entries(secure ?? { port: of.port }).map(([name, value]) => `${name} ${value}`),
    ...(of.tls ? names : []),
    'bind 127.0.0.1',
    `dir ${of.folder}`,
    `requirepass ${sentinelPassword}`,
    `sentinel monitor mymaster ${of.tls ? 'localhost' : '127.0.0.1'} ${of.master} ${Math.floor(of.sentinels / 2) + 1}`,
    `sentinel auth-pass mymaster ${redisPassword}`,
    `sentinel down-after-milliseconds mymaster ${of.downAfterMs}`,
    'sentinel failover-timeout mymaster 5000',
    '',
  ].join('\n');
}

/** Three masters that share the slots, and as many replicas of each. */
export async function startRedisCluster(
  binary: string,
  { replicas = 0, nodeTimeoutMs = 1000, tls = undefined as RedisTls | undefined } = {},
) {
  const ask = (port: number, ...question: Question) => askBy(tls, port, question);
  const named = {
    'tls-cluster': 'yes',
    'cluster-announce-hostname': 'localhost',
    'cluster-preferred-endpoint-type': 'hostname',
  };
  const knows = async (redis: TestRedis, line: string) =>
    String(await ask(redis.port, 'CLUSTER', 'INFO'))
      .split('\r\n')
      .includes(line);
  const folder = await folderOf('cluster');
  const servers: { redis: TestRedis; bus: number; id: string }[] = [];
  for (let n = 0; n < 3 + 3 * replicas; n += 1) {
    const bus = await freePort();
    const redis = await startRedis(binary, redisPassword, {
      dir: folder,
      masterauth: redisPassword,
      'cluster-enabled': 'yes',
      'cluster-config-file': `${n}.conf`,
      'cluster-port': bus,
      'cluster-node-timeout': nodeTimeoutMs,
      'repl-diskless-sync-delay': 0,
      ...(tls && named),
      ...(await tlsPort(tls)),
    });
    servers.push({ redis, bus, id: String(await ask(redis.port, 'CLUSTER', 'MYID')) });
  }
  const masters = servers.slice(0, 3);
  const share = Math.ceil(16_384 / 3);
  for (const [at, { redis }] of masters.entries()) {
    await ask(redis.port, 'CLUSTER', 'SET-CONFIG-EPOCH', at + 1);
    await ask(redis.port, 'CLUSTER', 'ADDSLOTSRANGE', at * share, Math.min(16_384, (at + 1) * share) - 1);
  }
  const first = masters[0];
  for (const { redis, bus } of servers)
    if (first && redis !== first.redis)
      await ask(first.redis.port, 'CLUSTER', 'MEET', '127.0.0.1', redis.port, bus);
  for (const { redis } of servers) await until(() => knows(redis, `cluster_known_nodes:${servers.length}`));
  for (const [at, { redis }] of servers.slice(3).entries()) {
    await ask(redis.port, 'CLUSTER', 'REPLICATE', masters[at % 3]?.id ?? '');
    await until(async () => String(await ask(redis.port, 'INFO', 'replication')).includes('link_status:up'));
  }
  for (const { redis } of servers) await until(() => knows(redis, 'cluster_state:ok'));
  return {
    servers: servers.map(({ redis }) => redis),
    url: `redis${tls ? 's' : ''}+cluster://:${redisPassword}@${masters
      .map(({ redis }) => `${tls ? 'localhost' : '127.0.0.1'}:${redis.port}`)
      .join(',')}`,
  };
}
