import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram, spawnOptions } from '../../embedded-postgres/src/run-program.ts';
import { isRoot, nobody } from '../../embedded-postgres/src/run-user.ts';
import { atEnd } from './lifetime.ts';
import { freePort } from './net.ts';

const folders = '/usr/lib/postgresql';

/** Where Debian keeps a PostgreSQL server and clients of one version. Prints what is skipped if it isn't there. */
export function findInstalledPostgres(skipping: string): string | undefined {
  const versions = existsSync(folders)
    ? readdirSync(folders).sort((one, other) => Number(other) - Number(one))
    : [];
  const found = versions
    .map((version) => join(folders, version, 'bin'))
    .find((bin) =>
      ['initdb', 'postgres', 'psql', 'pg_dump', 'pg_isready'].every((program) =>
        existsSync(join(bin, program)),
      ),
    );
  if (!found) console.log(`SKIPPED: ${skipping}, because there is no PostgreSQL in ${folders}`);
  return found;
}

/** A server on a port, and what its clients need to connect as its owner. */
export async function startInstalledPostgres(bin: string, settings: string[] = []) {
  const user = isRoot() ? await nobody() : undefined;
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-debian-'));
  await chmod(folder, 0o755);
  atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const password = 'password-of-the-owner';
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  if (user) for (const path of [folder, passwordFile]) await chown(path, user.uid, user.gid);
  const data = join(folder, 'data');
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const made = await runProgram(
    join(bin, 'initdb'),
    [`--pgdata=${data}`, ...access, '--no-sync', '--locale=C', '--encoding=UTF8'],
    { user },
  );
  if (!made.ok) throw new Error(made.output);
  const port = await freePort();
  const { stop } = await runInstalledPostgres(bin, { data, port, settings: ['fsync=off', ...settings] });
  return {
    port,
    env: { PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres', PGPASSWORD: password },
    stop,
  };
}

type Run = { data: string; port: number; settings: string[] };

/** The same on data that is there already. */
export async function runInstalledPostgres(bin: string, { data, port, settings }: Run) {
  const user = isRoot() ? await nobody() : undefined;
  if (user) await runProgram('/bin/chown', ['-R', `${user.uid}:${user.gid}`, data], { user: undefined });
  const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
  const program = join(bin, 'postgres');
  const child = spawn(program, ['-D', data, ...all.flatMap((setting) => ['-c', setting])], {
    ...spawnOptions(program, user),
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  const stop = atEnd(async () => {
    child.kill('SIGINT');
    await gone;
  });
  // The port listens before the server lets anyone in.
  const ready = () => runProgram(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { user });
  while (!(await ready()).ok) {
    if (child.exitCode !== null) throw new Error('PostgreSQL did not start');
    await pause(50);
  }
  return { stop };
}
