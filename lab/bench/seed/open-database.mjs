import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@latchkey/embedded-postgres';
import postgres from 'postgres';

const command = fileURLToPath(new URL('../../../server/bin/latchkey.js', import.meta.url));
const quiet = { info() {}, warn() {}, error: console.error };

/** For a database that can be recreated at any time. */
const careless = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
  maintenance_work_mem: '1GB',
};

/** The database a DATABASE_URL names, with this build's schema. */
export async function openDatabase(url) {
  await migrate(url);
  const settings = { onnotice() {}, max: 1, connection: { TimeZone: 'UTC' } };
  if (!url.startsWith('embedded:')) {
    const sql = postgres(url, settings);
    return { sql, close: () => sql.end() };
  }
  const folder = url.slice('embedded:'.length);
  const engine = await startEmbeddedPostgres({ folder, name: 'latchkey', log: quiet, settings: careless });
  const sql = postgres({ ...engine.connection, ...settings });
  const close = async () => {
    await sql.end();
    await engine.stop();
  };
  return { sql, close };
}

async function migrate(url) {
  const env = { ...process.env, DATABASE_URL: url, NODE_ENV: 'test', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, [command, 'migrate'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('the schema could not be brought up to date');
}
