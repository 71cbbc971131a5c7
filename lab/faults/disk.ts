import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeCluster } from '@latchkey/server/testing/postgres-servers';

const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' });

/** A small disk just for a database: a tmpfs. Undefined if we may not mount one. */
export function mountSmallDisk() {
  const mount = mkdtempSync(join(tmpdir(), 'latchkey-disk-'));
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'tmpfs', mount);
  } catch {
    rmSync(mount, { recursive: true });
    return undefined;
  }
  const ballast = join(mount, 'ballast');
  return {
    async data(): Promise<string> {
      const cluster = await makeCluster();
      const home = join(mount, 'home');
      mkdirSync(home);
      run('cp', '-a', `${dirname(cluster)}/.`, home);
      return join(home, 'data');
    },
    /** Fills the disk to the last byte. */
    fill() {
      const file = openSync(ballast, 'w');
      const block = Buffer.alloc(64 * 1024);
      try {
        for (;;) writeSync(file, block);
      } catch {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      run('umount', '-l', mount);
      rmSync(mount, { recursive: true, force: true });
    },
  };
}
