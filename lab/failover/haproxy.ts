import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accepts, freePort } from '@latchkey/server/testing/net';

const sample = new URL('../../deploy/haproxy.cfg', import.meta.url);

/** The sample in deploy/, with other addresses and without the resolver that only a container network has. */
function configure(port: number, [one, two]: [number, number]): string {
  return readFileSync(sample, 'utf8')
    .replace('maxconn 20000', 'maxconn 1000')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('one:3000', `127.0.0.1:${one}`)
    .replace('two:3000', `127.0.0.1:${two}`)
    .replace(' init-addr none,libc resolvers docker', '')
    .replace(/\nresolvers docker\n[\s\S]*$/, '');
}

export async function startProxy(nodes: [number, number]) {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-haproxy-'));
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, configure(port, nodes));
  const child = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const gone = once(child, 'exit');
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`);
    await pause(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
