import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPassword } from './cluster.ts';
import { type Connection, defaultName } from './connection.ts';
import { EmbeddedPostgresError, errorCode } from './errors.ts';
import { findHome } from './home.ts';
import { readServerNote } from './leftover.ts';
import { isLocked } from './lock.ts';

const pollEvery = 50;

/**
 * How to reach the server that another process runs on the folder, once it is ready. Undefined if there is none and the
 * folder is free.
 */
export async function connectToRunning(options: {
  folder: string;
  name?: string;
  patienceMs?: number;
}): Promise<Connection | undefined> {
  const { folder, name = defaultName, patienceMs = 30_000 } = options;
  try {
    const home = await findHome(folder);
    return home ? await untilReady(home, name, Date.now() + patienceMs) : undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw error;
    throw new EmbeddedPostgresError(
      `the database in ${folder} belongs to another user: run this as that user, or as root`,
      { cause: error },
    );
  }
}

async function untilReady(home: string, name: string, until: number): Promise<Connection | undefined> {
  while (await isLocked(home)) {
    const note = await readServerNote(join(home, 'data'));
    const password = note?.ready && (await readPassword({ path: home }));
    if (password)
      return {
        host: note.socketFolder || note.address,
        port: note.port,
        username: name,
        password,
        database: name,
      };
    if (Date.now() > until)
      throw new EmbeddedPostgresError(
        `another process is using ${home}, but its database does not become ready: see what it says`,
      );
    await pause(pollEvery);
  }
  return undefined;
}
