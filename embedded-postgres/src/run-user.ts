import { constants } from 'node:fs';
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { unlessCode } from './errors.ts';

/** The user PostgreSQL runs as, if not the service's own: PostgreSQL refuses to run as root. */
export type RunUser = { uid: number; gid: number };

const usualNobody: RunUser = { uid: 65534, gid: 65534 };

export function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

export async function nobody(): Promise<RunUser> {
  const accounts = await unlessCode(readFile('/etc/passwd', 'utf8'), ['ENOENT', 'EACCES'], '');
  const entries = accounts.split('\n').map((line) => line.split(':'));
  // PostgreSQL needs a user with an entry; a minimal container may only have a different one.
  const entry = entries.find(([name]) => name === 'nobody') ?? entries.find(([, , uid]) => Number(uid) > 0);
  const [uid, gid] = (entry ?? []).slice(2, 4).map(Number);
  // macOS writes the ids as -2, but file calls need them unsigned.
  return uid && gid ? { uid: uid >>> 0, gid: gid >>> 0 } : usualNobody;
}

/** The ids as `spawn` takes them: signed 32-bit numbers. */
export function spawnIds(user: RunUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid | 0, gid: user.gid | 0 } : {};
}

/** The first folder on the way to `path` that `user` can't enter, by its permission bits. */
export async function firstBarrier(path: string, user: RunUser): Promise<string | undefined> {
  const way: string[] = [];
  for (let at = await realpath(path); ; at = dirname(at)) {
    way.unshift(at);
    if (dirname(at) === at) break;
  }
  for (const folder of way) {
    const { uid, gid, mode } = await stat(folder);
    const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return folder;
  }
  return undefined;
}

/**
 * Sets a folder's owner and permissions through a handle that follows no links, so another user can't swap the folder
 * for a link in the meantime. False if the file system doesn't keep what was set.
 */
export async function setAccess(folder: string, mode: number, owner?: Partial<RunUser>): Promise<boolean> {
  if (process.platform === 'win32') return true;
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const before = await handle.stat();
    const wanted = { uid: owner?.uid ?? before.uid, gid: owner?.gid ?? before.gid };
    if (wanted.uid !== before.uid || wanted.gid !== before.gid) {
      const refused = await unlessCode(
        handle.chown(wanted.uid, wanted.gid),
        ['EPERM', 'EINVAL', 'ENOTSUP'],
        'refused',
      );
      if (refused) return false;
    }
    await handle.chmod(mode);
    const after = await handle.stat();
    return after.uid === wanted.uid && after.gid === wanted.gid && (after.mode & 0o777) === mode;
  } finally {
    await handle.close();
  }
}
