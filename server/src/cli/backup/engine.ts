import { rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fill } from '@latchkey/embedded-postgres';
import { openPool, type ServerParts } from '../../platform/db/pool.ts';
import type { Sql } from '../../platform/db/sql.ts';
import type { Log } from '../../platform/log.ts';
import { UsageError } from '../output.ts';

/** The superuser of the temporary server, and the database of a new one. */
const name = 'latchkey_verify';
/** What is restored is thrown away. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' };

type Options = { log: Log; programs?: string | undefined; fill?: Fill | undefined };

/** Runs a server in a temporary folder while `work` lasts. A base backup that can't be recovered rejects. */
export async function withEngine<T>(
  { log, programs, fill }: Options,
  work: (server: ServerParts) => Promise<T>,
): Promise<T> {
  const { findHome, startEmbeddedPostgres } = await import('@latchkey/embedded-postgres');
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-verify-'));
  const places = new Set([folder]);
  const removeAtExit = () => {
    for (const place of places) rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', removeAtExit);
  try {
    // What is inside is closed to others. Root's server runs as another user, who must get there.
    await chmod(folder, 0o711);
    const given = { folder, log, name, settings, programs, fill };
    const server = await startEmbeddedPostgres({ ...given, holder: 'command' }).catch((error) => {
      throw fill ? startFault(error) : error;
    });
    // Its socket, if the path in the temporary folder is too long for one.
    if (server.connection.host.startsWith('/')) places.add(server.connection.host);
    try {
      return await work(server.connection);
    } finally {
      await server.stop();
    }
  } finally {
    const home = await findHome(folder);
    if (home) places.add(home);
    for (const place of places) await rm(place, { recursive: true, force: true, maxRetries: 5 });
    process.off('exit', removeAtExit);
  }
}

function startFault(error: Error): Error {
  if (error.name !== 'EmbeddedPostgresError') return error;
  const lacksLog = /checkpoint record|end of (online )?backup|end-of-backup/i.test(error.message);
  const advice = lacksLog
    ? ' It lacks the write-ahead log of the time it took: make it with pg_basebackup -X stream.'
    : '';
  return new UsageError(`The base backup cannot be started: ${error.message}.${advice}`);
}

/** One connection, for as long as its statements take. */
export async function withConnection<T>(server: ServerParts, work: (sql: Sql) => Promise<T>): Promise<T> {
  const connection = { TimeZone: 'UTC', DateStyle: 'ISO, MDY', application_name: 'latchkey' };
  const sql = openPool(server, { max: 1, max_lifetime: null, connection });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
