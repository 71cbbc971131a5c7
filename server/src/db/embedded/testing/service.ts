/*
 * A stand-in for the service, for tests that need a process to kill: starts the embedded database on the folder it
 * is given, says so in one line of JSON, and stops on SIGTERM.
 */
import { startEmbeddedPostgres } from '../index.ts';

const quiet = { info() {}, warn() {}, error() {} };

async function main(folder: string): Promise<void> {
  // Stays alive as the real service does by listening.
  const alive = setInterval(() => {}, 1_000);
  try {
    const settings = { fsync: 'off' };
    const database = await startEmbeddedPostgres({ folder, log: quiet, settings });
    process.once('SIGTERM', () => {
      void database.stop().finally(() => clearInterval(alive));
    });
    // Falls over as a bug would make the real service do.
    process.once('SIGUSR2', () => process.exit(1));
    console.log(JSON.stringify({ connection: database.connection, pid: database.pid() }));
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    console.log(JSON.stringify({ name, message }));
    clearInterval(alive);
  }
}

await main(process.argv[2] ?? '');
