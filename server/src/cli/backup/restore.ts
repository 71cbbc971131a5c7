import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { copyRows } from '../../platform/db/copy-rows.ts';
import type { ServerParts } from '../../platform/db/pool.ts';
import { UsageError } from '../output.ts';
import { readSteps } from './dump-script.ts';
import { withConnection } from './engine.ts';
import { scriptOf } from './pg-restore.ts';
import type { Backup } from './recognize.ts';
import { hasTrail, listDatabases, makeRestored, runScript } from './restore-store.ts';

const restored = 'restored';

/** Runs a dump in a new database of this server, as a role that may do nothing else. */
export async function restoreDump(
  backup: Backup,
  server: ServerParts,
  programs: string | undefined,
): Promise<ServerParts> {
  const password = randomBytes(24).toString('base64url');
  await withConnection(server, (sql) => makeRestored(sql, restored, password));
  const target = { ...server, username: restored, password, database: restored };
  const source = backup.kind === 'archive' ? scriptOf(backup.path, programs) : bytesOf(backup);
  await withConnection(target, async (sql) => {
    for await (const step of readSteps(source)) {
      try {
        if ('sql' in step) await runScript(sql, step.sql);
        else await copyRows(sql, step.copy, step.rows);
      } catch (error) {
        if (error instanceof UsageError || (error as Error).name !== 'PostgresError') throw error;
        throw new UsageError(
          `The dump cannot be restored: ${(error as Error).message} (near line ${step.line})`,
        );
      }
    }
  });
  return target;
}

async function* bytesOf({ path, isZipped }: Backup): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  try {
    yield* isZipped ? file.pipe(createGunzip()) : file;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!code.startsWith('Z_')) throw error;
    throw new UsageError(
      `The dump is damaged or cut off: it cannot be unpacked (${(error as Error).message}).`,
    );
  } finally {
    file.destroy();
  }
}

/** The database with Latchkey's tables on a server with any databases. */
export async function findDatabase(server: ServerParts, named: string | undefined): Promise<ServerParts> {
  const all = await withConnection({ ...server, database: 'postgres' }, listDatabases);
  if (named !== undefined && !all.includes(named))
    throw new UsageError(`The backup has no database ${named}. It has ${all.join(', ')}.`);
  const found: string[] = [];
  for (const database of named === undefined ? all : [named])
    if (await withConnection({ ...server, database }, hasTrail)) found.push(database);
  const [first, ...more] = found;
  if (!first) throw new UsageError('The backup was restored, but holds no database of Latchkey.');
  if (more.length > 0)
    throw new UsageError(`Name one of the databases in the backup with --database: ${found.join(', ')}.`);
  return { ...server, database: first };
}
