import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { makeCluster, type RealServer, startServer } from '@latchkey/server/testing/postgres-servers';
import postgres from 'postgres';

/** As an operator runs it: writes reach the disk before they are acknowledged. */
const durable = { fsync: 'on', max_connections: '100', shared_buffers: '64MB' };

/** A PostgreSQL that is restarted whenever it dies, as a service manager would. */
export async function keepServer(settings: Record<string, string> = {}, data?: string) {
  const cluster = data ?? (await makeCluster());
  let server: RealServer = await startServer(cluster, undefined, { ...durable, ...settings });
  const { port } = server;
  let stopped = false;
  let up = true;

  async function restart(): Promise<void> {
    while (!stopped)
      try {
        server = await startServer(cluster, port, { ...durable, ...settings });
        up = true;
        watch();
        return;
      } catch {
        // Its last processes are still exiting.
        await pause(100);
      }
  }
  const watch = () =>
    server.process.once('exit', () => {
      up = false;
      if (!stopped) void restart();
    });
  watch();

  return {
    url: server.url(),
    port,
    server: () => server,
    isUp: () => up,
    connect: () => postgres(server.url(), { max: 2, onnotice() {} }),
    kill: () => void server.process.kill('SIGKILL'),
    /** Kills one of its processes: the server then ends all of them and recovers by itself. */
    killBackend() {
      const backend = childrenOf(server.process.pid ?? 0).find(({ name }) =>
        / (idle|UPDATE|INSERT|COMMIT|SELECT|BIND|PARSE|BEGIN|startup)/.test(name),
      );
      if (backend) process.kill(backend.pid, 'SIGKILL');
      return backend !== undefined;
    },
    async stop() {
      stopped = true;
      await server.stop();
    },
  };
}

export type KeptServer = Awaited<ReturnType<typeof keepServer>>;

function childrenOf(parent: number): { pid: number; name: string }[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
        const parentPid = Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[1]);
        if (parentPid !== parent) return [];
        return [
          { pid: Number(pid), name: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') },
        ];
      } catch {
        return [];
      }
    });
}
