import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, unlessCode } from './errors.ts';
import type { Home } from './home.ts';
import type { Log } from './log.ts';
import type { Programs } from './programs.ts';
import { reason, runProgram } from './run-program.ts';
import { setAccess } from './run-user.ts';

/** Decides what counts as a letter (pg_trgm asks the system, not PostgreSQL's own locale). C knows only ASCII. */
const characterTypes = ['C.UTF-8', 'en_US.UTF-8', 'C'];

/** A complete database that these programs can run. */
export type Cluster = { password: string; isNew: boolean };

/** Makes sure there is one. */
export async function prepareCluster(home: Home, programs: Programs, log: Log): Promise<Cluster> {
  const major = await unlessCode(readFile(join(home.data, 'PG_VERSION'), 'utf8'), ['ENOENT'], undefined);
  if (major !== undefined) {
    refuseOtherMajor(home.data, major.trim(), programs.major);
    const password = (await readPassword(home)) ?? (await renewPassword(home, programs, log));
    return { password, isNew: false };
  }
  await refuseForeignFiles(home.data);
  const password = (await readPassword(home)) ?? (await writePassword(home, newPassword()));
  await removeDrafts(home);
  const draft = join(home.path, `init-${randomBytes(6).toString('hex')}`);
  await initialize(draft, password, home, programs);
  await singleUser(draft, `CREATE DATABASE ${home.name};`, home, programs);
  await rename(draft, home.data);
  if (!home.isTemporary) await syncFolder(home.path);
  log.info({ data: home.data }, 'created a new database');
  return { password, isNew: true };
}

export function refuseOtherMajor(data: string, found: string, ours: string): void {
  if (found === ours) return;
  throw new EmbeddedPostgresError(
    `the database in ${data} was made by PostgreSQL ${found}, but this is PostgreSQL ${ours}: migrate it with pg_dump and pg_restore, or start with another folder`,
  );
}

async function refuseForeignFiles(data: string): Promise<void> {
  const files = await unlessCode(readdir(data), ['ENOENT'], []);
  if (files.length === 0) return;
  throw new EmbeddedPostgresError(
    `${data} is not empty but holds no PostgreSQL database: move its files elsewhere`,
  );
}

/** An interrupted initialization leaves its draft behind. */
async function removeDrafts(home: Home): Promise<void> {
  for (const name of await readdir(home.path)) {
    if (name.startsWith('init-'))
      await rm(join(home.path, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function initialize(draft: string, password: string, home: Home, programs: Programs): Promise<void> {
  const passwordFile = `${draft}.password`;
  await writeFile(passwordFile, password, { mode: 0o600, flag: 'wx' });
  try {
    if (home.user) await chown(passwordFile, home.user.uid, home.user.gid);
    let output = '';
    for (const characterType of characterTypes) {
      await mkdir(draft, { recursive: true, mode: 0o700 });
      await setAccess(draft, 0o700, home.user);
      const args = initArguments(draft, home.name, passwordFile, characterType);
      if (home.isTemporary) args.push('--no-sync');
      const outcome = await runProgram(programs.initdb, args, { user: home.user });
      if (outcome.ok) return;
      output = outcome.output || outcome.ended;
      await rm(draft, { recursive: true, force: true });
      if (!output.includes('invalid locale name')) break;
    }
    // Containers that run with an arbitrary user id (docker run --user 1234) hit this.
    const advice = output.includes('could not look up') ? ' (give that user an entry in /etc/passwd)' : '';
    throw new EmbeddedPostgresError(
      `no new database could be created in ${home.path}: ${reason(output)}${advice}`,
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
}

function initArguments(folder: string, owner: string, passwordFile: string, characterType: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${owner}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${characterType}`,
    '--data-checksums',
  ];
}

/** Runs one statement without a server: no other client can connect, and no password is needed. */
export async function singleUser(
  data: string,
  statement: string,
  home: Home,
  programs: Programs,
): Promise<void> {
  const settings = ['exit_on_error=true', 'log_checkpoints=off', ...(home.isTemporary ? ['fsync=off'] : [])];
  const args = ['--single', '-D', data, ...settings.flatMap((each) => ['-c', each]), 'postgres'];
  const outcome = await runProgram(programs.postgres, args, { user: home.user, input: `${statement}\n` });
  if (outcome.ok) return;
  throw new EmbeddedPostgresError(
    `the database in ${data} could not be prepared (${outcome.ended}): ${reason(outcome.output)}`,
  );
}

export async function readPassword(home: Pick<Home, 'path'>): Promise<string | undefined> {
  const text = await unlessCode(readFile(join(home.path, 'password'), 'utf8'), ['ENOENT'], '');
  return text.trim() || undefined;
}

export async function writePassword(home: Home, password: string): Promise<string> {
  const draft = join(home.path, 'password.new');
  await rm(draft, { force: true });
  await writeFile(draft, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(draft, join(home.path, 'password'));
  return password;
}

export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** The file was lost. Anyone who may write here owns the database anyway. */
async function renewPassword(home: Home, programs: Programs, log: Log): Promise<string> {
  log.warn({ folder: home.path }, "the database's password file is missing: setting a new password");
  const password = newPassword();
  // Write the file last: if interrupted before that, the next start finds it missing again.
  await singleUser(home.data, `ALTER ROLE ${home.name} PASSWORD '${password}';`, home, programs);
  return writePassword(home, password);
}

/** Without this, a power cut could undo the rename after data was committed. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
