import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { type Answer, Client } from '@latchkey/server/testing/client';
import { testDatabase } from '@latchkey/server/testing/database';
import { closed, freePort, listen, startHangingServer } from '@latchkey/server/testing/net';
import { newApplication } from '@latchkey/server/testing/oidc';
import {
  copyAsStandby,
  copyCluster,
  makeCluster,
  type RealServer,
  removeServers,
  sharedMemoryOf,
  startServer,
  userInfo,
} from '@latchkey/server/testing/postgres-servers';
import { stillTimers } from '@latchkey/server/testing/still-timers';
import { uuidv7 } from 'uuidv7';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { explain } from '../../cli/output.ts';
import { noteNode } from '../../runtime/node-store.ts';
import { serve } from '../../runtime/serve.ts';
import type { Running } from '../../runtime/start.ts';
import { readConfig } from '../config/config.ts';
import { createLogger } from '../log.ts';
import { LeadingServer } from './leading-server.ts';
import { kinds, MessageReader, readParameter } from './messages.ts';
import { openPool } from './pool.ts';
import { versionOf } from './server-store.ts';

const password = 'Correct-Horse-7';
const log = createLogger({ environment: 'test', logLevel: 'silent' });

/** Down, with the schema, keys and someone signed in: making those takes longer than most of what is tested here. */
let settled: string;
const ada = { cookies: new Map<string, string>(), refreshToken: '' };
beforeAll(async () => {
  settled = await makeCluster();
  const server = await startServer(settled);
  const { address, close } = await startOn(server.url());
  const client = new Client(address);
  const registration = { email: 'ada@example.com', password, organizationName: 'Engines' };
  expect((await client.post('/api/auth/register', registration)).status).toBe(201);
  const login = await client.post('/api/auth/login', registration);
  expect(login.status).toBe(200);
  Object.assign(ada, { cookies: client.cookies, refreshToken: login.body.tokens.refreshToken });
  await close();
  await server.stop();
});
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const undo of cleanups.splice(0).reverse()) await undo();
});
afterAll(removeServers);

async function startPrimary(port?: number): Promise<RealServer> {
  const primary = await startServer(await copyCluster(settled), port);
  cleanups.push(() => primary.stop('SIGKILL'));
  return primary;
}

/** A primary, and a standby that follows it. */
async function startPair() {
  const port = await freePort();
  const copy = await copyAsStandby(settled, port);
  const primary = await startPrimary(port);
  const standby = await startServer(copy);
  cleanups.push(() => standby.stop('SIGKILL'));
  return { primary, standby };
}

const urlOf = (...servers: { port: number }[]) =>
  `postgres://${userInfo}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;

const promote = (server: RealServer) => server.order('SELECT pg_promote()');

async function startOn(url: string): Promise<Running> {
  const secret = (letter: string) => letter.repeat(32);
  const config = readConfig(
    {
      NODE_ENV: 'test',
      DATABASE_URL: url,
      SESSION_SECRET: secret('s'),
      JWT_SECRET: secret('j'),
      JWT_REFRESH_SECRET: secret('r'),
      RATE_LIMIT_REGISTER: '1000/1h',
      RATE_LIMIT_LOGIN: '1000/1h',
      ENABLE_EMAIL_VERIFICATION: 'false',
      PORT: '0',
      HOST: '127.0.0.1',
    },
    () => {
      throw new Error('nothing is missing');
    },
  );
  const running = await serve(config, log);
  cleanups.push(() => running.close());
  return running;
}

/** What a reader, a writer and an operator of the service get. */
function visitor({ address }: Running) {
  const client = new Client(address);
  for (const [name, value] of ada.cookies) client.cookies.set(name, value);
  let { refreshToken } = ada;
  /** A write without a read of the session, and without the time that a password takes. */
  const refresh = async () => {
    const answer = await new Client(address).post('/api/auth/refresh', { refreshToken });
    refreshToken = answer.body.tokens?.refreshToken ?? refreshToken;
    return answer;
  };
  /** It says no after a second: other load on the machine must not count. */
  const askReady = async (times = 5): Promise<Answer> => {
    const since = performance.now();
    const answer = await client.get('/api/health/ready');
    const isLate = answer.status === 503 && performance.now() - since >= 1000;
    return isLate && times > 1 ? askReady(times - 1) : answer;
  };
  return {
    async meets() {
      const [read, write, ready] = [await client.get('/api/auth/me'), await refresh(), await askReady()];
      return [read, write, ready].map(({ status, body, headers }) =>
        status === 503 ? `503 ${body.error.code}, again in ${headers.get('retry-after')} s` : String(status),
      );
    },
  };
}

const well = ['200', '200', '200'];
const away = Array.from({ length: 3 }, () => '503 UNAVAILABLE, again in 1 s');

/** Everything written so far must have arrived before the primary is killed: a standby may lag. */
async function untilFollowed({ primary, standby }: { primary: RealServer; standby: RealServer }) {
  const [written] = await primary.order('SELECT pg_current_wal_flush_lsn()::text AS lsn');
  const question = `SELECT pg_last_wal_replay_lsn() >= '${written?.lsn}'::pg_lsn AS there`;
  await expect.poll(async () => (await standby.order(question))[0]?.there).toBe(true);
}

test('with the standby listed first, writes go to the primary, and to the standby once it is promoted', async () => {
  const pair = await startPair();
  const guest = visitor(await startOn(urlOf(pair.standby, pair.primary)));
  expect(await guest.meets()).toEqual(well);
  await untilFollowed(pair);
  await pair.primary.stop('SIGKILL');
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  await promote(pair.standby);
  expect(await guest.meets()).toEqual(well);
});

test("when a standby takes over the primary's address, requests get 503 until it is promoted", async () => {
  const pair = await startPair();
  const guest = visitor(await startOn(pair.primary.url()));
  expect(await guest.meets()).toEqual(well);
  await untilFollowed(pair);
  await pair.primary.stop('SIGKILL');
  expect(await guest.meets()).toEqual(away);
  await pair.standby.stop();
  const standby = await startServer(pair.standby.data, pair.primary.port);
  cleanups.push(() => standby.stop('SIGKILL'));
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  await promote(standby);
  expect(await guest.meets()).toEqual(well);
});

test('a server that turns read-only is dropped despite open connections, and used again once writable', async () => {
  const primary = await startPrimary();
  const guest = visitor(await startOn(primary.url()));
  expect(await guest.meets()).toEqual(well);
  const readOnly = (value: string) =>
    primary.order(`ALTER SYSTEM SET default_transaction_read_only = ${value}`, 'SELECT pg_reload_conf()');
  const shown = () => primary.order('SHOW default_transaction_read_only');
  const connections = () =>
    primary.order("SELECT 1 FROM pg_stat_activity WHERE application_name = 'latchkey'");
  await readOnly('on');
  await expect.poll(shown).toEqual([{ default_transaction_read_only: 'on' }]);
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  // Workers look for the server every second, then leave again.
  await expect.poll(connections).toEqual([]);
  await primary.order(
    'SET default_transaction_read_only = off',
    'ALTER SYSTEM RESET ALL',
    'SELECT pg_reload_conf()',
  );
  await expect.poll(shown).toEqual([{ default_transaction_read_only: 'off' }]);
  expect(await guest.meets()).toEqual(well);
});

/** What a pooler passes on in place of a server's announcement. */
type Announce = (message: Buffer) => Buffer;

/** Some do not reveal that their server is a standby. */
const silently: Announce = (message) => {
  const at = message.indexOf('in_hot_standby');
  if (at >= 0) message.write('x', at);
  return message;
};

/** Others repeat what they heard first, whatever became of their server. */
function fromMemory(): Announce {
  const heard = new Map<string, Buffer>();
  return (message) => {
    const [name] = readParameter(message);
    const first = heard.get(name) ?? message;
    heard.set(name, first);
    return first;
  };
}

/** Sits between a service and a server. */
async function startPooler(first: RealServer, announce = silently) {
  const between = { server: first };
  const pooler = createServer((near) => {
    const far = connect(between.server.port, '127.0.0.1');
    const reader = new MessageReader();
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far);
    far.on('data', (chunk) => {
      for (const { kind, bytes } of reader.read(chunk))
        near.write(kind === kinds.parameter ? announce(bytes) : bytes);
    });
  });
  const port = await listen(pooler, 0);
  cleanups.push(() => closed(pooler));
  return { between, port, url: `postgres://${userInfo}@127.0.0.1:${port}/postgres` };
}

test("reads, writes and health/ready detect a standby behind a pooler that doesn't announce it", async () => {
  const pair = await startPair();
  const { between, url } = await startPooler(pair.primary);
  const guest = visitor(await startOn(url));
  expect(await guest.meets()).toEqual(well);
  await untilFollowed(pair);
  between.server = pair.standby;
  await pair.primary.stop('SIGKILL');
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  await promote(pair.standby);
  expect(await guest.meets()).toEqual(well);
});

test("an application's tokens are not judged by a standby behind a pooler that doesn't announce it", async () => {
  const pair = await startPair();
  const { between, url } = await startPooler(pair.primary);
  const { address } = await startOn(url);
  const sql = openPool(pair.primary.url(), { max: 1 });
  const { clientId, secret } = await newApplication({ sql, clock: { now: () => new Date() } });
  await sql.end();
  const introspect = async () => {
    const form = { client_id: clientId, client_secret: secret ?? '', token: 'none' };
    return (
      await fetch(`${address}/api/oidc/introspect`, { method: 'POST', body: new URLSearchParams(form) })
    ).status;
  };
  expect(await introspect()).toBe(200);
  await untilFollowed(pair);
  between.server = pair.standby;
  await pair.primary.stop('SIGKILL');
  for (let round = 0; round < 3; round++) expect(await introspect()).toBe(503);
  await promote(pair.standby);
  expect(await introspect()).toBe(200);
});

test("with a pooler for each server, the standby's is skipped until the standby is promoted", async () => {
  const pair = await startPair();
  const poolers = [await startPooler(pair.standby), await startPooler(pair.primary)];
  const guest = visitor(await startOn(urlOf(...poolers)));
  expect(await guest.meets()).toEqual(well);
  await untilFollowed(pair);
  await pair.primary.stop('SIGKILL');
  // Not even reads succeed: a standby lags behind.
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  await promote(pair.standby);
  expect(await guest.meets()).toEqual(well);
});

test('a promoted server is used even if one of two poolers still calls it a standby', async () => {
  const pair = await startPair();
  const stale = await startPooler(pair.standby, fromMemory());
  const guest = visitor(await startOn(urlOf(stale, await startPooler(pair.primary, fromMemory()))));
  expect(await guest.meets()).toEqual(well);
  await untilFollowed(pair);
  await pair.primary.stop('SIGKILL');
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  await promote(pair.standby);
  expect(await guest.meets()).toEqual(well);
});

test('a promoted server is used even if the only pooler still calls it a standby', async () => {
  const pair = await startPair();
  const { url } = await startPooler(pair.standby, fromMemory());
  const sql = openPool(url, { max: 1 });
  cleanups.push(() => sql.end({ timeout: 1 }));
  await expect(sql`SELECT 1`).rejects.toThrow('is a standby, and Latchkey needs to write');
  await promote(pair.standby);
  expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

test('a standby that a pooler still calls the primary is not used, not even for reads', async () => {
  const pair = await startPair();
  const stale = await startPooler(pair.primary, fromMemory());
  const guest = visitor(await startOn(urlOf(stale, await startPooler(pair.standby, fromMemory()))));
  expect(await guest.meets()).toEqual(well);
  await untilFollowed(pair);
  stale.between.server = pair.standby;
  await pair.primary.stop('SIGKILL');
  for (let round = 0; round < 3; round++) expect(await guest.meets()).toEqual(away);
  await promote(pair.standby);
  expect(await guest.meets()).toEqual(well);
});

test.each([
  ['first found meanwhile', false],
  ['found again meanwhile', true],
])(
  'a connection that comes late by another pooler ends none of those that lead to the same server by one %s',
  async (_when, again) => {
    const primary = await startPrimary();
    const first = await startPooler(primary);
    const held: Socket[] = [];
    const slow = createServer((near) => void held.push(near.on('error', () => near.destroy())));
    const letGo = (near: Socket) => {
      const far = connect(primary.port, '127.0.0.1').on('error', () => near.destroy());
      near
        .on('close', () => far.destroy())
        .pipe(far)
        .pipe(near);
    };
    const url = urlOf(first, { port: await listen(slow, 0) });
    cleanups.push(() => closed(slow));
    const leading = new LeadingServer();
    const open = () => openPool(url, { max: 1, leading });
    const [before, sql, lateSql] = [open(), open(), open()];
    cleanups.push(() => Promise.all([sql, lateSql].map((each) => each.end({ timeout: 1 }))));
    if (again) await versionOf(before);
    await before.end({ timeout: 1 });
    first.between.server = { ...primary, port: await freePort() };
    // Finds the first pooler closed, and the other slow.
    const late = versionOf(lateSql);
    await expect.poll(() => held.length).toBe(1);
    first.between.server = primary;
    const outcome = await sql.begin(async (tx) => {
      await versionOf(tx);
      held.forEach(letGo);
      await late;
      return versionOf(tx);
    });
    expect(outcome).toBe(await late);
  },
);

test('a primary that was cut off and answers no write is left for the promoted one, by reads too', async () => {
  const { primary, standby } = await startPair();
  await primary.order("ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
  const followers = () => primary.order("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
  await expect.poll(async () => (await followers()).length).toBe(1);
  const [timers, leading] = [stillTimers(), new LeadingServer()];
  const open = (name: string) => {
    const limits = { connect_timeout: 5, answer_timeout: 30, answer_timers: timers };
    const connection = { application_name: name };
    const sql = openPool(urlOf(primary, standby), { max: 1, leading, connection, ...limits });
    cleanups.push(() => sql.end({ timeout: 1 }));
    return sql;
  };
  const [reading, writing] = [open('reading'), open('writing')];
  const connectedTo = async (server: RealServer) => {
    for (const sql of [writing, reading]) await versionOf(sql);
    const named =
      "SELECT application_name AS name FROM pg_stat_activity WHERE application_name ~ 'ing$' ORDER BY 1";
    return (await server.order(named)).map(({ name }) => name);
  };
  expect(await connectedTo(primary)).toEqual(['reading', 'writing']);
  await promote(standby);
  // Nothing confirms the former primary's writes any longer, but it goes on.
  const node = { id: uuidv7(), name: 'one', version: '1', settings: {}, fingerprints: {} };
  const write = writing.begin((tx) => noteNode(tx, { ...node, clockAheadMs: 0, uncertainMs: 0 }));
  const outcome = expect(write).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  const waiting = () => primary.order("SELECT 1 FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
  await expect.poll(async () => (await waiting()).length).toBe(1);
  timers.pass(30_000);
  await outcome;
  expect(await connectedTo(standby)).toEqual(['reading', 'writing']);
});

test('a write that fails as read-only closes its connection, so the next one can go elsewhere', async () => {
  const { connection } = await testDatabase();
  const sql = openPool(connection, { max: 1 });
  cleanups.push(() => sql.end({ timeout: 1 }));
  const backend = async () => (await sql`SELECT pg_backend_pid() AS pid`)[0]?.pid;
  const before = await backend();
  const write = sql.begin('READ ONLY', (tx) => tx`CREATE TABLE notes (text text)`);
  await expect(write).rejects.toMatchObject({ code: '25006' });
  expect(await backend()).not.toBe(before);
});

describe('startup', () => {
  const faultOf = async (url: string) => {
    const error: unknown = await startOn(url).catch((reason: unknown) => reason);
    return explain(error);
  };

  test('finds the primary anywhere in the list', async () => {
    const { primary, standby } = await startPair();
    const nobody = { port: await freePort() };
    const guest = visitor(await startOn(urlOf(nobody, standby, primary)));
    expect(await guest.meets()).toEqual(well);
  });

  test('reports in one line that no server is reachable or all are standbys', async () => {
    const { primary, standby } = await startPair();
    await primary.stop('SIGKILL');
    expect(await faultOf(urlOf(standby))).toBe(
      `The database cannot be used: 127.0.0.1:${standby.port} is a standby, and Latchkey needs to write`,
    );
    expect(await faultOf(urlOf(primary, standby))).toBe(
      `The database cannot be used: connect ECONNREFUSED 127.0.0.1:${primary.port}; 127.0.0.1:${standby.port} is a standby, and Latchkey needs to write`,
    );
    await standby.stop();
    expect(await faultOf(urlOf(standby, primary))).toBe(
      `The database cannot be used: connect ECONNREFUSED 127.0.0.1:${standby.port}; connect ECONNREFUSED 127.0.0.1:${primary.port}`,
    );
  });
});

describe('a server that hangs', () => {
  test('is skipped in favor of one that responds, and is remembered', async () => {
    const primary = await startPrimary();
    const hanging = await startHangingServer();
    cleanups.push(() => hanging.close());
    const sql = openPool(urlOf(hanging, primary), { max: 3, connect_timeout: 1 });
    cleanups.push(() => sql.end({ timeout: 1 }));
    expect(await sql`SELECT 1 AS one`).toEqual([{ one: 1 }]);
    // Three at once, so two more connections are needed.
    await Promise.all(Array.from({ length: 3 }, () => sql`SELECT pg_sleep(0.1)`));
    expect(hanging.asked()).toBe(1);
  });

  test('while in use is abandoned for a promoted one', async () => {
    const pair = await startPair();
    const { primary, standby } = pair;
    const sql = openPool(urlOf(primary, standby), { max: 2, connect_timeout: 1, answer_timeout: 1 });
    cleanups.push(() => sql.end({ timeout: 1 }));
    await sql`CREATE TABLE notes (text text)`;
    await untilFollowed(pair);
    await primary.freeze();
    await promote(standby);
    await expect(sql`INSERT INTO notes VALUES ('lost')`).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    await sql`INSERT INTO notes VALUES ('kept')`;
    expect(await standby.order('SELECT text FROM notes')).toEqual([{ text: 'kept' }]);
  });
});

// Last, because it removes the data of all servers.
test.runIf(process.platform === 'linux')(
  'tests that kill servers leave no shared memory behind',
  async () => {
    const { primary, standby } = await startPair();
    const segments = await Promise.all([primary, standby].map(({ data }) => sharedMemoryOf(data)));
    const present = () => {
      const rows = readFileSync('/proc/sysvipc/shm', 'utf8').split('\n');
      return segments.filter((id) => rows.some((row) => row.trim().split(/\s+/)[1] === id));
    };
    expect(present()).toHaveLength(2);
    await primary.stop('SIGKILL');
    await removeServers();
    expect(present()).toEqual([]);
  },
);
