import { lchown, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cluster, newPassword, refuseOtherMajor, singleUser, writePassword } from './cluster.ts';
import type { Home } from './home.ts';
import type { Programs } from './programs.ts';
import { type RunUser, setAccess } from './run-user.ts';

/** Copies a data folder into `data`; these programs run data of `major` only. */
export type Fill = (data: string, major: string) => Promise<void>;

/** A copy must not act like the original: follow its primary, write to its archive, or continue a recovery. */
const actions = ['standby.signal', 'recovery.signal', 'postmaster.pid', 'postmaster.opts'];
const settings = {
  'postgresql.conf': '',
  'postgresql.auto.conf': '',
  'pg_ident.conf': '',
  'pg_hba.conf': 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n',
};

/** Recovers a copy of a running server's data, and adds a superuser of our own: nothing is known about its others. */
export async function adoptCluster(home: Home, programs: Programs, fill: Fill): Promise<Cluster> {
  const password = await writePassword(home, newPassword());
  await mkdir(home.data, { mode: 0o700 });
  await fill(home.data, programs.major);
  const major = await readFile(join(home.data, 'PG_VERSION'), 'utf8');
  refuseOtherMajor(home.data, major.trim(), programs.major);
  for (const name of actions) await rm(join(home.data, name), { force: true });
  for (const [name, text] of Object.entries(settings)) await writeFile(join(home.data, name), text);
  if (home.user) await give(home.data, home.user);
  await setAccess(home.data, 0o700, home.user);
  const role = `CREATE ROLE ${home.name} SUPERUSER LOGIN PASSWORD '${password}';`;
  await singleUser(home.data, role, home, programs);
  return { password, isNew: false };
}

async function give(folder: string, user: RunUser): Promise<void> {
  await lchown(folder, user.uid, user.gid);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await give(path, user);
    else await lchown(path, user.uid, user.gid);
  }
}
