import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { owner, readPassword } from './cluster.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { findHome } from './home.ts';
import type { EmbeddedPostgres } from './index.ts';
import { readServerNote } from './leftover.ts';
import { isLocked } from './lock.ts';

const pollEvery = 50;

type Connection = EmbeddedPostgres['connection'];

/**
 * How to reach the server that another process runs on the folder, once it is ready. Undefined when nobody does: then
 * the folder is free to be started.
 */
export async function connectToRunning(folder: string, patience = 30_000): Promise<Connection | undefined> {
  try {
    const home = await findHome(folder);
    return home ? await untilReady(home, Date.now() + patience) : undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
    throw new EmbeddedPostgresError(
      `the database in ${folder} belongs to another user: run this as the one who runs Latchkey, or as root`,
      { cause: error },
    );
  }
}

async function untilReady(home: string, until: number): Promise<Connection | undefined> {
  while (await isLocked(home)) {
    const note = await readServerNote(join(home, 'data'));
    const password = note?.ready && (await readPassword({ path: home }));
    if (password)
      return {
        host: note.socketFolder || note.address,
        port: note.port,
        username: owner,
        password,
        database: owner,
      };
    if (Date.now() > until)
      throw new EmbeddedPostgresError(
        `another Latchkey is using ${home}, but its database does not become ready: see what it says`,
      );
    await pause(pollEvery);
  }
  return undefined;
}
