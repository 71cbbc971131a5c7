import { adoptCluster, type Fill } from './adopt.ts';
import { prepareCluster } from './cluster.ts';
import { type Connection, defaultName } from './connection.ts';
import { EmbeddedPostgresError, FolderInUseError } from './errors.ts';
import { copiesFolder, openHome } from './home.ts';
import { clearLeftover } from './leftover.ts';
import { type Holder, lockFolder } from './lock.ts';
import type { Log } from './log.ts';
import { findInstalled, findOther, preparePrograms } from './programs.ts';
import { startServer } from './server.ts';
import { chooseEndpoint } from './sockets.ts';
import { supervise } from './supervise.ts';

export type { Fill } from './adopt.ts';
export type { Connection } from './connection.ts';
export { findHome } from './home.ts';
export type { Holder } from './lock.ts';
export { connectToRunning } from './running.ts';
export { EmbeddedPostgresError, FolderInUseError };

export type EmbeddedPostgres = {
  connection: Connection;
  /** There was none in the folder before. */
  isNew: boolean;
  /** Fast shutdown. Settles when the server is gone. */
  stop(): Promise<void>;
  pid(): number | undefined;
};

const neverStopping = new AbortController().signal;

/**
 * Runs PostgreSQL with its data in a folder that stays locked until `stop`. If the server dies, it is restarted with
 * the same connection.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  log: Log;
  /** The name of the database and its owner: a plain lowercase word. */
  name?: string;
  settings?: Record<string, string>;
  /** A command releases the folder soon, so others may wait for it. */
  holder?: Holder;
  /** The folder of another PostgreSQL's programs, to run those. */
  programs?: string | undefined;
  /** Fills a folder that is empty with a copy of a data folder, in place of a new database. `name` becomes a superuser. */
  fill?: Fill | undefined;
  /** Cancels the start, which then rejects as soon as nothing of PostgreSQL is running. */
  stopping?: AbortSignal | undefined;
}): Promise<EmbeddedPostgres> {
  const { folder, log, name = defaultName, settings = {}, holder, stopping = neverStopping } = options;
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name))
    throw new EmbeddedPostgresError(`"${name}" cannot name a database: use lower-case letters and digits`);
  const installed = await (options.programs ? findOther(options.programs) : findInstalled());
  const home = { ...(await openHome({ folder, name }, log)), isTemporary: settings.fsync === 'off' };
  const lock = await lockFolder(home.path, holder);
  try {
    const programs = await preparePrograms(installed, {
      user: home.user,
      copies: () => copiesFolder(home),
      log,
    });
    stopping.throwIfAborted();
    await clearLeftover(home.data, programs, log);
    stopping.throwIfAborted();
    const { password, isNew } = options.fill
      ? await adoptCluster(home, programs, options.fill)
      : await prepareCluster(home, programs, log);
    stopping.throwIfAborted();
    const endpoint = await chooseEndpoint(home.path, home.user);
    const start = () => startServer({ home, programs, endpoint, settings, log });
    const server = await supervise(start, log, { breakOff: stopping });
    log.info({ data: home.data, pid: server.pid() }, 'PostgreSQL is running');
    let stopped: Promise<void> | undefined;
    return {
      connection: { ...endpoint, username: name, password, database: name },
      isNew,
      pid: () => server.pid(),
      stop() {
        stopped ??= server.stop().finally(() => lock.release());
        return stopped;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
