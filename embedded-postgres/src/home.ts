import { createHash, randomBytes } from 'node:crypto';
import {
  access,
  constants,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError, errorCode, unlessCode } from './errors.ts';
import type { Log } from './log.ts';
import { firstBarrier, isRoot, nobody, type RunUser, setAccess } from './run-user.ts';

/** Where one database is kept (`data`, the password, the lock), its name, and the user PostgreSQL runs as. */
export type Home = {
  path: string;
  data: string;
  name: string;
  user: RunUser | undefined;
  /** Nothing waits until it is on the disk. */
  isTemporary?: boolean;
};

/** For what root's PostgreSQL user can't reach elsewhere. Uses the first that can be created. */
const sharedPlaces = (name: string) => ['/var/lib', '/var/tmp', tmpdir()].map((folder) => join(folder, name));

/** Finds the folder's database, or creates the place for a new one. */
export async function openHome(given: { folder: string; name: string }, log: Log): Promise<Home> {
  const { name } = given;
  const folder = await makeFolder(resolve(given.folder));
  const recorded = await unlessCode(readFile(recordOf(folder), 'utf8'), ['ENOENT'], undefined);
  if (recorded) return existingHome(name, await recordedPath(recorded.trim(), folder));
  const inside = join(folder, 'postgres');
  const owner = await unlessCode(stat(join(inside, 'data')), ['ENOENT'], undefined);
  if (owner) return existingHome(name, inside);
  if (!isRoot()) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return homeAt(name, inside, undefined);
  }
  const user = await nobody();
  if (await makeReachable(inside, user)) return homeAt(name, inside, user);
  await unlessCode(rmdir(inside), ['ENOENT', 'ENOTEMPTY'], undefined);
  return homeElsewhere({ folder, name }, user, log);
}

/** Where the folder's database would be, without creating anything. */
export async function findHome(givenFolder: string): Promise<string | undefined> {
  const folder = await unlessCode(realpath(resolve(givenFolder)), ['ENOENT', 'ENOTDIR'], undefined);
  if (!folder) return undefined;
  const recorded = await unlessCode(readFile(recordOf(folder), 'utf8'), ['ENOENT'], '');
  return recorded.trim() || join(folder, 'postgres');
}

/** Where copies of the programs are kept: with the database, or, for root, one for all databases. */
export async function copiesFolder({ path, name, user }: Home): Promise<string> {
  return user ? sharedPlace(name, user) : path;
}

function homeAt(name: string, path: string, user: RunUser | undefined): Home {
  return { path, data: join(path, 'data'), name, user };
}

function recordOf(folder: string): string {
  return join(folder, 'database-location');
}

async function makeFolder(folder: string): Promise<string> {
  try {
    const made = await mkdir(folder, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
    if (made && isRoot()) await setAccess(folder, 0o711);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(folder);
  } catch (error) {
    const code = errorCode(error);
    const why =
      code === 'EACCES' || code === 'EPERM'
        ? `the user running this process (${process.geteuid?.()}) may not write there: grant write access`
        : code === 'EROFS'
          ? 'the file system is read-only: mount it writable'
          : code === 'ENOTDIR' || code === 'EEXIST'
            ? 'there is a file in the way: remove it'
            : `the system says ${code}: fix that`;
    throw new EmbeddedPostgresError(
      `the folder ${folder} cannot be used for the database: ${why}, or choose another folder`,
      { cause: error },
    );
  }
}

async function recordedPath(path: string, folder: string): Promise<string> {
  const found = await unlessCode(stat(path), ['ENOENT', 'EACCES'], undefined);
  if (found) return path;
  // Never start an empty database in place of a lost one.
  throw new EmbeddedPostgresError(
    `the database of ${folder} is kept in ${path}, which is missing or unreachable: restore it, or run as the user who created it; to start with an empty database, remove ${recordOf(folder)}`,
  );
}

/** An existing database keeps the user who created it. */
async function existingHome(name: string, path: string): Promise<Home> {
  const home = homeAt(name, path, undefined);
  const found = await unlessCode(stat(home.data), ['ENOENT'], undefined);
  if (!isRoot()) {
    if (!found || found.uid === process.geteuid?.() || process.platform === 'win32') return home;
    throw new EmbeddedPostgresError(
      `the database in ${home.data} belongs to the user ${found.uid}: run as that user or as root, or give the folder to the user ${process.geteuid?.()}`,
    );
  }
  const user = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : await nobody();
  const barrier = await firstBarrier(path, user);
  if (!barrier) return { ...home, user };
  throw new EmbeddedPostgresError(
    `PostgreSQL runs as the user ${user.uid}, who can no longer reach the database in ${home.data}: allow access through ${barrier} (chmod o+x ${barrier})`,
  );
}

/** Creates a folder that only root and PostgreSQL's user can enter. False if that user couldn't reach it. */
async function makeReachable(path: string, user: RunUser): Promise<boolean> {
  if (await firstBarrier(dirname(path), user)) return false;
  await mkdir(path, { recursive: true, mode: 0o700 });
  return setAccess(path, 0o710, { uid: 0, gid: user.gid });
}

async function homeElsewhere(
  { folder, name }: { folder: string; name: string },
  user: RunUser,
  log: Log,
): Promise<Home> {
  const id = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  const path = await mkdtemp(join(await sharedPlace(name, user), `${id}-`));
  if (!(await setAccess(path, 0o710, { uid: 0, gid: user.gid }))) {
    throw new EmbeddedPostgresError(
      `the folder ${path} cannot be made private to root and the user ${user.uid}`,
    );
  }
  const kept = await record(folder, path);
  if (kept !== path) await rm(path, { recursive: true });
  log.warn(
    { folder, database: kept },
    'PostgreSQL cannot run as root, and its user cannot reach the folder: the database is kept elsewhere',
  );
  return homeAt(name, kept, user);
}

/** Records where the database is. If two processes do so at once, the first decides for both. */
async function record(folder: string, path: string): Promise<string> {
  const draft = `${recordOf(folder)}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${path}\n`, { mode: 0o600, flush: true });
  try {
    if (!(await unlessCode(link(draft, recordOf(folder)), ['EEXIST'], 'taken'))) return path;
    return (await readFile(recordOf(folder), 'utf8')).trim();
  } finally {
    await rm(draft, { force: true });
  }
}

async function sharedPlace(name: string, user: RunUser): Promise<string> {
  const places = sharedPlaces(name);
  for (const place of places) {
    try {
      const made = await mkdir(place, { recursive: true, mode: 0o755 });
      if (made) await setAccess(place, 0o755);
      // In a temporary folder, someone else could have created it; then we don't trust it.
      const found = await lstat(place);
      if (found.isDirectory() && found.uid === 0 && !(await firstBarrier(place, user))) return place;
    } catch (error) {
      if (!errorCode(error)) throw error;
    }
  }
  throw new EmbeddedPostgresError(
    `root's PostgreSQL needs a folder that the user ${user.uid} can reach, and none of ${places.join(', ')} can be made: run as an ordinary user`,
  );
}
