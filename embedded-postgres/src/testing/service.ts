/*
 * A stand-in for the service, for tests that need a process to kill. It starts the embedded database on the given
 * folder, says so in one line of JSON, and stops on SIGTERM.
 */
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../index.ts';

export type Started = { connection: EmbeddedPostgres['connection']; pid: number };
export type ChildReport = Started | { name: string; message: string };

const quiet = { info() {}, warn() {}, error() {} };

function say(answer: ChildReport): void {
  console.log(JSON.stringify(answer));
}

async function main(folder: string): Promise<void> {
  // The real service stays alive by listening.
  const alive = setInterval(() => {}, 1_000);
  try {
    const settings = { fsync: 'off' };
    const database = await startEmbeddedPostgres({ folder, log: quiet, settings });
    process.once('SIGTERM', () => {
      void database.stop().finally(() => clearInterval(alive));
    });
    // Crashes as the real service would on a bug.
    process.once('SIGUSR2', () => process.exit(1));
    say({ connection: database.connection, pid: database.pid() ?? 0 });
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    say({ name, message });
    clearInterval(alive);
  }
}

await main(process.argv[2] ?? '');
