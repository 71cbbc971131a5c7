import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@latchkey/embedded-postgres';
import postgres from 'postgres';
import { defer } from './processes.mjs';

/** @typedef {{ host: string, port: number, username: string, password: string, database: string }} Parts */
/** @typedef {{ version: string, pid: number | undefined, create(name: string): Promise<Parts> }} Server */

const quiet = { info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };

/**
 * One server for everyone: the embedded engine in the scratch folder, or the one in BENCH_DATABASE_URL.
 * @param {string} scratch
 * @param {string | undefined} given
 * @returns {Promise<Server>}
 */
export async function openServer(scratch, given) {
  const own = given ? undefined : await startEngine(scratch);
  const admin = given ? partsOf(given) : own.connection;
  const sql = postgres({ ...admin, max: 1, onnotice() {} });
  defer(() => sql.end({ timeout: 5 }));
  const [{ version }] = await sql`SELECT current_setting('server_version') AS version`;
  return {
    version: `${version}${own ? ', the embedded one' : ''}`,
    pid: own?.pid(),
    async create(name) {
      const database = `latchkey_bench_${process.pid}_${name}`;
      await sql`CREATE DATABASE ${sql(database)}`;
      defer(() => sql`DROP DATABASE ${sql(database)} WITH (FORCE)`);
      return { ...admin, database };
    },
  };
}

async function startEngine(scratch) {
  const folder = join(scratch, 'postgres');
  const engine = await startEmbeddedPostgres({
    folder,
    // The service's name for it: under root, both then share the place for what root's user can't reach.
    name: 'latchkey',
    log: quiet,
    settings: { max_connections: '200' },
  });
  defer(async () => {
    await engine.stop();
    removeElsewhere(folder);
  });
  return engine;
}

/** Under root in a private folder, the engine keeps its data elsewhere, and notes where. @param {string} folder */
export function removeElsewhere(folder) {
  const note = join(folder, 'database-location');
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
}

/** @param {string} given */
function partsOf(given) {
  const url = new URL(given);
  return {
    host: url.searchParams.get('host') ?? (url.hostname || 'localhost'),
    port: Number(url.searchParams.get('port') ?? (url.port || 5432)),
    username: decodeURIComponent(url.username) || 'postgres',
    password: decodeURIComponent(url.password),
    database: url.pathname.slice(1) || 'postgres',
  };
}

/** @param {Parts} parts */
export function urlOf({ host, port, username, password, database }) {
  const [user, secret] = [username, password].map(encodeURIComponent);
  return `postgres://${user}:${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** @param {Parts} parts */
export function connect(parts) {
  return postgres({ ...parts, max: 2, onnotice() {} });
}
