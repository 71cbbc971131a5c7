import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isRoot, nobody } from '../../embedded-postgres/src/run-user.ts';
import { atEnd } from './lifetime.ts';
import { freePort } from './net.ts';

/** Finds pgbouncer. Prints what is skipped if it isn't there. */
export function findPgBouncer(skipping: string): string | undefined {
  const found = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find(isProgram);
  if (!found) console.log(`SKIPPED: ${skipping}, because pgbouncer was not found in the PATH`);
  return found;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Debian's PgBouncer in transaction mode, in front of a server it logs in to with a password. */
export async function startPgBouncer(
  program: string,
  server: { port: number; user: string; password: string },
  more: Record<string, string> = {},
): Promise<{ port: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-pgbouncer-'));
  const port = await freePort();
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${server.user}" "${server.password}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    default_pool_size: '4',
    ...more,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]\n* = host=127.0.0.1 port=${server.port}\n[pgbouncer]\n${lines.join('\n')}\n`,
  );
  const user = isRoot() ? await nobody() : undefined;
  await chmod(folder, 0o755);
  if (user) for (const path of [folder, users, file]) await chown(path, user.uid, user.gid);
  const child = spawn(program, [file], { stdio: 'ignore', ...(user && { uid: user.uid, gid: user.gid }) });
  const ended = once(child, 'exit');
  const stop = atEnd(async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    await pause(20);
  }
  return { port, stop };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [event] = await Promise.race([
    once(socket, 'connect').then(() => ['connect']),
    once(socket, 'error').then(() => ['error']),
  ]).catch(() => ['error']);
  socket.destroy();
  return event === 'connect';
}
