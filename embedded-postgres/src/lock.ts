import { createHash, randomBytes } from 'node:crypto';
import { readdir, readlink, rm, symlink } from 'node:fs/promises';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { EmbeddedPostgresError, errorCode, FolderInUseError, unlessCode } from './errors.ts';
import { answers, fitsSocket, listenOn, stopListening } from './sockets.ts';

export type Lock = { release(): Promise<void> };
export type Holder = 'service' | 'command';

/*
 * The holder of a folder listens on a socket, which the kernel closes however the process dies, so a socket that
 * doesn't answer belongs to a dead one. (Process ids wouldn't work: they are reused, and differ between containers that
 * share the folder.)
 *
 * Links `lock-1`, `lock-2`, … say which socket counts: always the one with the highest number. The number only grows,
 * and creating a link is atomic, so if several processes find the last holder dead, exactly one gets the next number.
 */
const claimName = /^lock-(\d+)$/;

/** Locks the folder for this process, or says which process holds it. */
export async function lockFolder(folder: string, holder: Holder = 'service'): Promise<Lock> {
  if (process.platform === 'win32') return lockByPipe(folder);
  for (;;) {
    const { server, path } = await listenNear(folder, holder);
    const release = () => stopListening(server);
    try {
      if (await claimNext(folder, path)) return { release };
    } catch (error) {
      await release();
      throw error;
    }
    await release();
  }
}

/** Whether a running process holds the folder. */
export async function isLocked(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return answers(pipeOf(folder));
  const last = (await unlessCode(claims(folder), ['ENOENT'], [])).at(-1);
  const socket = last === undefined ? undefined : await socketOf(folder, last);
  return socket !== undefined && answers(socket);
}

/** False if another process was faster: look again. */
async function claimNext(folder: string, socket: string): Promise<boolean> {
  const last = (await claims(folder)).at(-1) ?? 0;
  await refuseIfHeld(folder, last);
  const mine = last + 1;
  const link = join(folder, `lock-${mine}`);
  if (await unlessCode(symlink(socket, link), ['EEXIST'], 'taken')) return false;
  const now = await claims(folder);
  if (now.at(-1) !== mine) {
    // Since we looked, others took and released higher numbers, and removed the one we then created again.
    await rm(link, { force: true });
    return false;
  }
  for (const old of now.slice(0, -1)) await removeClaim(folder, old);
  return true;
}

async function claims(folder: string): Promise<number[]> {
  const numbers = (await readdir(folder)).flatMap((name) => claimName.exec(name)?.[1] ?? []).map(Number);
  return numbers.sort((a, b) => a - b);
}

async function refuseIfHeld(folder: string, claim: number): Promise<void> {
  const socket = await socketOf(folder, claim);
  if (!socket || !(await answers(socket))) return;
  const [, holder, pid] = /(\w+)-(\d+)-\w+\.sock$/.exec(socket) ?? [];
  throw held(folder, pid, holder === ('command' satisfies Holder));
}

function held(folder: string, pid?: string, briefly = false): FolderInUseError {
  const who = pid ? `another process (${pid})` : 'another process';
  return new FolderInUseError(
    `${who} is already using ${folder}: stop it first, or use another folder`,
    briefly,
  );
}

async function socketOf(folder: string, claim: number): Promise<string | undefined> {
  const target = await unlessCode(readlink(join(folder, `lock-${claim}`)), ['ENOENT'], undefined);
  return target && resolve(folder, target);
}

async function removeClaim(folder: string, claim: number): Promise<void> {
  const socket = await socketOf(folder, claim);
  if (socket) await rm(socket, { force: true });
  await rm(join(folder, `lock-${claim}`), { force: true });
}

/** Listens in the folder itself, or in a temporary one if its path is too long or it can't hold sockets. */
async function listenNear(folder: string, holder: Holder): Promise<{ server: Server; path: string }> {
  const name = `${holder}-${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  let failure: unknown;
  for (const place of [folder, tmpdir(), '/tmp']) {
    const path = join(place, name);
    if (!fitsSocket(path)) continue;
    try {
      const server = await listenUnnoticed(path);
      return { server, path: place === folder ? basename(path) : path };
    } catch (error) {
      failure = error;
    }
  }
  throw new EmbeddedPostgresError(`${folder} cannot be locked (${errorCode(failure)}): is it writable?`, {
    cause: failure,
  });
}

function pipeOf(folder: string): string {
  const id = createHash('sha256').update(resolve(folder).toLowerCase()).digest('hex').slice(0, 32);
  return `\\\\.\\pipe\\embedded-postgres-${id}`;
}

async function lockByPipe(folder: string): Promise<Lock> {
  const server = await unlessCode(listenUnnoticed(pipeOf(folder)), ['EADDRINUSE', 'EACCES'], undefined);
  if (!server) throw held(folder);
  return { release: () => stopListening(server) };
}

/** Holding a lock must not keep the process alive. */
async function listenUnnoticed(path: string): Promise<Server> {
  return (await listenOn({ path })).unref();
}
