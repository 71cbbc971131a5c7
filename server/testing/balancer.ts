import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from './lifetime.ts';
import { accepts, freePort } from './net.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Finds haproxy. Prints what is skipped if it isn't there. */
export function findBalancer(skipping: string): string | undefined {
  const found = [...(process.env.PATH ?? '').split(':'), '/usr/sbin']
    .map((folder) => join(folder, 'haproxy'))
    .find((file) => existsSync(file));
  if (!found) console.log(`SKIPPED: ${skipping}, because haproxy was not found in the PATH`);
  return found;
}

/** haproxy in front of servers: each connection goes to the next one that accepts any. */
export async function startBalancer(program: string, ports: readonly number[]): Promise<number> {
  const port = await freePort();
  const file = join(await temporaryFolder('haproxy'), 'haproxy.cfg');
  const servers = ports.map((each) => `  server at-${each} 127.0.0.1:${each} check inter 100ms`);
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 10m',
    '  timeout server 10m',
    '  option redispatch',
    'listen replicas',
    `  bind 127.0.0.1:${port}`,
    '  balance roundrobin',
    ...servers,
    '',
  ];
  await writeFile(file, lines.join('\n'));
  const child = spawn(program, ['-db', '-q', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    await pause(20);
  }
  return port;
}
