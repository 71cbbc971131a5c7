import { open, readdir, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { UsageError } from '../output.ts';

/**
 * What a path holds: `script` is a plain dump, `archive` a dump that only pg_restore reads, `data` and `tars` a base
 * backup as a folder and as tar files.
 */
export type Backup = { kind: 'script' | 'archive' | 'data' | 'tars'; path: string; isZipped?: boolean };

const headBytes = 512;
const gzip = '1f8b';
const others: Record<string, string> = { '28b52ffd': 'zstd', '04224d18': 'lz4', '425a6839': 'bzip2' };

export async function recognize(path: string): Promise<Backup> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? inFolder(path, await readdir(path)) : inFile(path, await readHead(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(
      code === 'ENOENT'
        ? `There is no file or folder ${path}.`
        : `${path} cannot be read (${code}). Check the path and its permissions.`,
    );
  }
}

function inFolder(path: string, names: string[]): Backup {
  const has = (name: string) => names.includes(name);
  if (has('PG_VERSION')) return { kind: 'data', path };
  if (has('base.tar') || has('base.tar.gz')) return { kind: 'tars', path };
  if (has('toc.dat')) return { kind: 'archive', path };
  if (names.some((name) => name.startsWith('base.tar.'))) throw packed(path, 'zstd or lz4');
  throw unknown(path);
}

function inFile(path: string, head: Buffer): Backup {
  const magic = head.toString('hex', 0, 4);
  const isTar = head.toString('latin1', 257, 262) === 'ustar';
  const isBase = /^base\.tar(\.gz)?$/.test(basename(path));
  if (head.length === 0) throw new UsageError(`${path} is empty.`);
  if (head.toString('latin1', 0, 5) === 'PGDMP') return { kind: 'archive', path };
  if (isBase && (isTar || magic.startsWith(gzip))) return { kind: 'tars', path: dirname(path) };
  if (isTar && head.toString('latin1', 0, 8) === 'toc.dat\0') return { kind: 'archive', path };
  if (magic.startsWith(gzip)) return { kind: 'script', path, isZipped: true };
  const packer = others[magic];
  if (packer) throw packed(path, packer);
  if (head.includes('PostgreSQL database cluster dump'))
    throw new UsageError(`${path} was written by pg_dumpall. Verify a pg_dump of Latchkey's database alone.`);
  if (head.includes('PostgreSQL database dump')) return { kind: 'script', path };
  throw unknown(path);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function packed(path: string, by: string): UsageError {
  return new UsageError(`${path} is compressed with ${by}. Unpack it first, or use gzip.`);
}

function unknown(path: string): UsageError {
  return new UsageError(`${path} is neither a dump by pg_dump nor a base backup by pg_basebackup.`);
}
