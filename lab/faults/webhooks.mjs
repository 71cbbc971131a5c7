// `npm run lab -- webhooks`: a service with its own database, and a receiver, killed at random while events are
// written. Afterwards every event must be in the stream once and have arrived at least once; if not, exit code 1.
//
//   EVENTS=100000    how many to write
//   MINUTES=30       give up after that
//   SEED=1           the same kills again
//   KILL_EVERY=3500  arrivals between two kills, on average
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventTypeOf } from '../../contract/dist/index.js';
import { connectToRunning } from '../../embedded-postgres/dist/index.js';
import { databaseName } from '../../server/dist/platform/db/connect.js';
import { openPool } from '../../server/dist/platform/db/pool.js';
import { record } from '../../server/dist/records/audit/record.js';

/** Over HTTP, one request per event. */
const writers = 4;
/** Written alongside them, many per transaction. Each kind goes to its own endpoint. */
const bulkActions = [
  'ORG_UPDATED',
  'ORG_MEMBER_ROLE_CHANGED',
  'ORG_MEMBER_REMOVED',
  'ORG_INVITE_CREATED',
  'ORG_INVITE_CANCELLED',
  'ORG_INVITE_ACCEPTED',
  'API_KEY_CREATED',
  'API_KEY_REVOKED',
];
const bulkSize = 100;
const bulkPauseMs = 60;
/** An id and its line break. */
const lineBytes = 37;
/** A receiver is back at once, so it is killed three times as often. */
const victims = ['service', 'database', 'receiver', 'receiver', 'receiver'];
await main();

async function main() {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const wanted = Number(process.env.EVENTS ?? 100_000);
  const latest = Date.now() + Number(process.env.MINUTES ?? 30) * 60_000;
  const random = dice(Number(process.env.SEED ?? 1));
  const every = Number(process.env.KILL_EVERY ?? 3500);
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-faults-'));
  await chmod(folder, 0o755);
  const [port, receiverPort] = [await freePort(), await freePort()];
  const arrivals = join(folder, 'arrived');
  writeFileSync(arrivals, '');

  const service = keep(() => serveIn(folder, port));
  const receiver = keep(() => receiveAt(receiverPort, arrivals));
  const api = `http://localhost:${port}/api`;
  const client = await setUp(api, `http://127.0.0.1:${receiverPort}/hook`, latest);
  const state = { acknowledged: new Set(), writing: true, kills: { service: 0, database: 0, receiver: 0 } };
  const stream = follow(client, state, latest);
  const killer = killAtRandom({ service, receiver, folder, random, every, arrivals, latest }, state);
  await Promise.all([
    write(client, wanted, state, latest),
    writeInBulk(client, { wanted, folder, latest }, state),
  ]);
  state.writing = false;
  await killer;
  const seen = await stream;
  const { missing, requests } = await waitForArrivals(seen, arrivals, latest);
  const faults = verdict({ seen, missing, requests, wanted, ...state });
  await Promise.all([service.stop(), receiver.stop()]);
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  for (const fault of faults) console.error(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}

function serveIn(folder, port) {
  const command = fileURLToPath(new URL('../../server/bin/latchkey.js', import.meta.url));
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, [command, 'serve'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH, HOME, PORT: String(port), LOG_LEVEL: 'fatal', WEBHOOK_ALLOWED_NETWORKS: 'loopback' },
  });
}

function receiveAt(port, file) {
  const script = fileURLToPath(new URL('./webhook-receiver.mjs', import.meta.url));
  return spawn(process.execPath, [script, String(port), file], { stdio: 'inherit' });
}

/** A process that is restarted whenever it ends, until it is stopped. */
function keep(start) {
  let stopped = false;
  let child = start();
  const watch = () =>
    child.once('exit', async () => {
      if (stopped) return;
      await pause(300);
      child = start();
      watch();
    });
  watch();
  // Leave no process behind, even on failure.
  process.once('exit', () => {
    stopped = true;
    child.kill();
  });
  return {
    kill: () => child.kill('SIGKILL'),
    async stop() {
      stopped = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** An account with an organization, a webhook, and a key per writer, so none waits for another. */
async function setUp(api, url, latest) {
  await until(async () => (await fetch(`${api}/health/ready`)).ok, latest, 'the service to be ready');
  const json = { 'content-type': 'application/json' };
  const person = { email: 'ada@example.com', password: 'Correct-Horse-7' };
  const post = async (path, body, headers = {}) => {
    const response = await fetch(api + path, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return { body: await response.json(), cookies: response.headers.getSetCookie() };
  };
  const get = async (address, headers) => ({ body: await (await fetch(address, { headers })).json() });
  await post('/auth/register', { ...person, organizationName: 'Faults' });
  const { body, cookies } = await post('/auth/login', person);
  const signedIn = {
    cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; '),
    'x-csrf-token': body.csrfToken,
  };
  const keys = [];
  for (let nth = 0; nth < writers; nth++)
    keys.push((await post('/keys', { name: 'new', permission: 'READ_ONLY' }, signedIn)).body.id);
  const { user } = body;
  for (const type of ['api_key.updated', ...bulkActions.map(eventTypeOf)])
    await post('/organizations/current/webhooks', { url, events: [type] }, signedIn);
  const { body: made } = await get(`${api}/organizations/current`, signedIn);
  const member = { ...user, organizationId: made.organization.id };
  return { api, keys, user: member, headers: { ...json, ...signedIn } };
}

/** Each event renames an API key. If it isn't acknowledged, it is tried again with another name. */
async function write({ api, keys, headers }, wanted, state, latest) {
  const { acknowledged } = state;
  let next = 0;
  const writer = async (key) => {
    while (acknowledged.size < wanted && Date.now() < latest) {
      const name = `Key ${next++}`;
      try {
        const body = JSON.stringify({ name });
        const response = await fetch(`${api}/keys/${key}`, { method: 'PATCH', headers, body });
        if (response.ok) acknowledged.add(name);
        else await pause(50);
        await response.arrayBuffer();
      } catch {
        await pause(50);
      }
      if (acknowledged.size % 10_000 === 0 && acknowledged.size > 0) report(state);
    }
  };
  await Promise.all(keys.map(writer));
}

/** Like a request that changes many things at once. What isn't known to be committed doesn't count. */
async function writeInBulk({ user }, { wanted, folder, latest }, { acknowledged }) {
  const place = { folder: join(folder, '.latchkey'), name: databaseName };
  let next = 0;
  let sql;
  while (acknowledged.size < wanted && Date.now() < latest) {
    try {
      sql ??= openPool(await connectToRunning(place), { max: 1 });
      const names = Array.from({ length: bulkSize }, () => `Bulk ${next++}`);
      const action = bulkActions[(next / bulkSize) % bulkActions.length];
      const origin = { ipAddress: null, userAgent: null, now: new Date() };
      await sql.begin(async (tx) => {
        for (const name of names) await record(tx, origin, { action, user, metadata: { name }, about: {} });
      });
      for (const name of names) acknowledged.add(name);
      await pause(bulkPauseMs);
    } catch {
      await sql?.end({ timeout: 1 });
      sql = undefined;
      await pause(200);
    }
  }
  await sql?.end({ timeout: 1 });
}

/** Reads on from its cursor, through every kill, until nothing more comes. */
async function follow({ api, headers }, state, latest) {
  const seen = [];
  let cursor = '';
  for (let quiet = 0; (state.writing || quiet < 5) && Date.now() < latest; ) {
    try {
      const query = `limit=1000${cursor && `&after=${cursor}`}`;
      const response = await fetch(`${api}/organizations/current/events?${query}`, { headers });
      if (!response.ok) throw new Error(String(response.status));
      const { events, nextCursor } = await response.json();
      for (const { id, type, data } of events)
        if (type === 'api_key.updated') seen.push({ id, name: data.apiKey.name });
        else if (data.metadata.name?.startsWith('Bulk ')) seen.push({ id, name: data.metadata.name });
      cursor = nextCursor;
      quiet = events.length === 0 ? quiet + 1 : 0;
      if (events.length < 1000) await pause(200);
    } catch {
      await pause(200);
    }
  }
  return seen;
}

/**
 * Kills after a number of arrivals, so a slow machine isn't killed faster than it starts, until nearly all have
 * arrived. Never kills a receiver twice within twelve seconds: a delivery that fails twice waits five minutes for its
 * third attempt.
 */
async function killAtRandom({ service, receiver, folder, random, every, arrivals, latest }, state) {
  let lastReceiver = 0;
  const { acknowledged, kills } = state;
  const arrived = () => statSync(arrivals).size / lineBytes;
  const going = () => (state.writing || arrived() < acknowledged.size) && Date.now() < latest;
  while (going()) {
    const next = arrived() + every * (0.4 + 1.2 * random());
    while (going() && arrived() < next) await pause(20);
    if (!going()) return;
    const victim = victims[Math.floor(random() * victims.length)];
    if (victim === 'receiver' && Date.now() - lastReceiver < 12_000) continue;
    if (victim === 'service') service.kill();
    else if (victim === 'database') killDatabase(folder);
    else {
      receiver.kill();
      lastReceiver = Date.now();
    }
    kills[victim]++;
  }
}

/** Kills the database server, not the service, which restarts it. */
function killDatabase(folder) {
  try {
    const file = join(folder, '.latchkey', 'postgres', 'data', 'postmaster.pid');
    process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL');
  } catch {
    // It is restarting.
  }
}

/** Deliveries in flight when a node is killed are sent again half a minute later. */
async function waitForArrivals(seen, file, latest) {
  for (;;) {
    const ids = readFileSync(file, 'utf8').trimEnd().split('\n');
    const arrived = new Set(ids);
    const missing = seen.filter(({ id }) => !arrived.has(id));
    if (missing.length === 0 || Date.now() > latest) return { missing, requests: ids.length };
    await pause(1000);
  }
}

function verdict({ seen, missing, requests, acknowledged, wanted, kills }) {
  const names = seen.map(({ name }) => name);
  const ids = new Set(seen.map(({ id }) => id));
  const known = new Set(names);
  const lost = [...acknowledged].filter((name) => !known.has(name));
  const told = Object.entries(kills)
    .map(([victim, count]) => `${victim} ${count}`)
    .join(', ');
  console.log(
    `${acknowledged.size} events acknowledged, ${seen.length} in the stream, ${seen.length - missing.length} arrived ` +
      `in ${requests} requests. Kills: ${told}. Took ${Math.round(performance.now() / 1000)} s.`,
  );
  return [
    acknowledged.size < wanted && `only ${acknowledged.size} of ${wanted} events were written in time`,
    lost.length > 0 && `${lost.length} acknowledged events are not in the stream, such as ${lost[0]}`,
    ids.size < seen.length && `${seen.length - ids.size} events are in the stream twice`,
    known.size < names.length && `${names.length - known.size} changes are in the stream twice`,
    missing.length > 0 && `${missing.length} events never arrived, such as ${missing[0]?.id}`,
  ].filter(Boolean);
}

function report({ acknowledged, kills }) {
  console.log(`${acknowledged.size} events, kills: ${JSON.stringify(kills)}`);
}

async function until(check, latest, what) {
  for (;;) {
    try {
      if (await check()) return;
    } catch {
      // Not yet.
    }
    if (Date.now() > latest) throw new Error(`gave up waiting for ${what}`);
    await pause(200);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** The same numbers for the same seed. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
