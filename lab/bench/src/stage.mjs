import { chmodSync, mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call } from './http.mjs';
import { startLatchkey } from './latchkey.mjs';
import { writeHeaders } from './load.mjs';
import { openMailSink } from './mail-sink.mjs';
import { connect, openServer } from './postgres.mjs';
import { defer, freePort, startServer } from './processes.mjs';
import { say } from './progress.mjs';
import { headerOf, renewTokens, seedPeople, signIn } from './seed.mjs';

/** @typedef {Awaited<ReturnType<typeof openStage>>} Stage */
/** @typedef {{ url: string, headers: string, pid: number, log: string }} Target what a burst is sent to */

const callerCount = 128;
const tokensLastMs = 5 * 60_000;
const contender = (name) => fileURLToPath(new URL(`../contenders/${name}.mjs`, import.meta.url));

/**
 * What every section works on: one PostgreSQL, Latchkey in production mode, and signed-in people.
 * @param {import('./options.mjs').Options} options
 */
export async function openStage(options) {
  const scratch = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  // When run by root, the engine runs as another user, who must be able to enter.
  chmodSync(scratch, 0o711);
  defer(() => rmSync(scratch, { recursive: true, force: true }));
  say('starting PostgreSQL');
  const server = await openServer(scratch, process.env.BENCH_DATABASE_URL);
  const mail = await openMailSink();
  const database = await server.create('latchkey');
  say('starting Latchkey');
  const latchkey = await startLatchkey({ scratch, mail, database });
  const sql = connect(database);
  defer(() => sql.end({ timeout: 5 }));
  say('filling the database');
  await seedPeople(sql, callerCount * 2);
  const callers = await signIn(
    latchkey.url,
    Array.from({ length: callerCount }, (_, at) => at + 1),
  );
  const stage = {
    options,
    scratch,
    server,
    mail,
    database,
    sql,
    latchkey,
    callers,
    tokensFrom: performance.now(),
  };
  writeCredentials(stage);
  return stage;
}

/** @param {Stage} stage */
function writeCredentials({ scratch, callers }) {
  for (const [kind, header] of Object.entries(headerOf))
    writeHeaders(join(scratch, `${kind}.headers`), callers.map(header));
}

/** Between bursts: renews tokens, and keeps the log from filling the disk. @param {Stage} stage */
export async function freshen(stage) {
  truncateSync(stage.latchkey.log);
  if (performance.now() - stage.tokensFrom < tokensLastMs) return;
  stage.callers = await renewTokens(stage.latchkey.url, stage.callers);
  stage.tokensFrom = performance.now();
  writeCredentials(stage);
}

/**
 * Latchkey's session check with one kind of credential.
 * @param {Stage} stage
 * @param {'cookie' | 'token' | 'key'} kind
 * @returns {Target}
 */
export function sessionCheck({ scratch, latchkey }, kind) {
  const { pid, log } = latchkey;
  return { url: `${latchkey.url}/api/auth/me`, headers: join(scratch, `${kind}.headers`), pid, log };
}

/**
 * @param {Stage} stage
 * @returns {Promise<Target>}
 */
export async function startFloor(stage) {
  const { scratch, latchkey, database, callers } = stage;
  const headers = { Cookie: callers[0].cookie };
  const { headers: answered } = await call(`${latchkey.url}/api/auth/me`, { headers });
  const port = await freePort();
  const env = {
    NODE_ENV: 'production',
    PORT: String(port),
    DATABASE: JSON.stringify(database),
    BODY_BYTES: String(answered['content-length']),
  };
  const log = join(scratch, 'floor.log');
  const plan = { name: 'the floor', args: [contender('floor')], env, port, log, ready: '/ready' };
  const { url, pid } = await startServer(plan);
  return { url: `${url}/`, headers: join(scratch, 'floor.headers'), pid, log };
}
