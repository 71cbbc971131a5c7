import { owner, prepareCluster } from './cluster.ts';
import { copiesFolder, openHome } from './home.ts';
import { clearLeftover } from './leftover.ts';
import { type Holder, lockFolder } from './lock.ts';
import type { Log } from './log.ts';
import { findInstalled, preparePrograms } from './programs.ts';
import { startServer } from './server.ts';
import { chooseEndpoint } from './sockets.ts';
import { supervise } from './supervise.ts';

export { EmbeddedPostgresError, FolderInUseError } from './errors.ts';
export type { Holder } from './lock.ts';
export { connectToRunning } from './running.ts';

export type EmbeddedPostgres = {
  /** Options for the `postgres` client; `host` is the folder of a socket, or an address on Windows. */
  connection: { host: string; port: number; username: string; password: string; database: string };
  /** Fast shutdown; settles when the server is gone. */
  stop(): Promise<void>;
  pid(): number | undefined;
};

/**
 * Runs PostgreSQL with its data in a folder, alone: the folder stays locked until `stop`. A server that dies is
 * started again under the same connection.
 */
export async function startEmbeddedPostgres(options: {
  folder: string;
  log: Log;
  settings?: Record<string, string>;
  /** A command gives the folder back soon: others may wait for it. */
  holder?: Holder;
}): Promise<EmbeddedPostgres> {
  const { folder, log, settings = {}, holder } = options;
  const installed = await findInstalled();
  const home = await openHome(folder, log);
  const lock = await lockFolder(home.path, holder);
  try {
    const programs = await preparePrograms(installed, {
      user: home.user,
      copies: () => copiesFolder(home),
      log,
    });
    await clearLeftover(home.data, programs, log);
    const password = await prepareCluster(home, programs, log);
    const endpoint = await chooseEndpoint(home.path, home.user);
    const server = await supervise(() => startServer({ home, programs, endpoint, settings, log }), log);
    log.info({ data: home.data, pid: server.pid() }, 'PostgreSQL is running');
    let stopped: Promise<void> | undefined;
    return {
      connection: { ...endpoint, username: owner, password, database: owner },
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
