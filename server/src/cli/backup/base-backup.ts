import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { UsageError } from '../output.ts';
import { compareWithManifest } from './manifest.ts';
import type { Backup } from './recognize.ts';

const run = promisify(execFile);

/** Copies a base backup into an empty folder. Returns how many files were compared with its manifest, if it has one. */
export async function copyBaseBackup(
  backup: Backup,
  data: string,
  major: string,
): Promise<number | undefined> {
  if (backup.kind === 'data') {
    refuseOther(await readFile(join(backup.path, 'PG_VERSION'), 'utf8'), major);
    refuseRunning(backup.path);
    // A folder of its own for the log of changes is a link.
    await cp(backup.path, data, { recursive: true, dereference: true });
  } else await unpack(backup.path, data, major);
  await refuseTablespaces(data);
  return compareWithManifest(data, join(backup.path, 'backup_manifest'));
}

/** With what it writes to meanwhile, a copy of its files is no backup. */
function refuseRunning(path: string): void {
  if (!existsSync(join(path, 'postmaster.pid'))) return;
  throw new UsageError(
    `${path} is in use by a server, or was copied from one without pg_basebackup: it has a postmaster.pid.`,
  );
}

async function unpack(folder: string, data: string, major: string): Promise<void> {
  const tarOf = (name: string) =>
    [`${name}.tar`, `${name}.tar.gz`].map((each) => join(folder, each)).find((each) => existsSync(each));
  const extras = (await readdir(folder)).filter((name) => /^\d+\.tar/.test(name));
  if (extras.length > 0) throw inTablespaces();
  await untar(tarOf('base') ?? join(folder, 'base.tar'), data);
  await refuseLinks(data);
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => '');
  if (!version) throw new UsageError(`${folder} holds no base backup: its base.tar has no PG_VERSION.`);
  refuseOther(version, major);
  const log = tarOf('pg_wal');
  if (!log) return;
  await mkdir(join(data, 'pg_wal'), { recursive: true });
  await untar(log, join(data, 'pg_wal'));
  await refuseLinks(data);
}

/** Through a link, the next tar, this command or the server would write where it leads: to the original's log, for example. */
async function refuseLinks(data: string): Promise<void> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const other = entries.find((entry) => !entry.isFile() && !entry.isDirectory());
  if (!other) return;
  throw new UsageError(
    `This base backup cannot be restored beside the original: ${other.name} in it is no file or folder, but a link or a device. Verify one by pg_basebackup, or a dump by pg_dump.`,
  );
}

async function untar(file: string, into: string): Promise<void> {
  try {
    // Nothing in it gets an owner or rights that the one who runs this didn't choose.
    await run('tar', ['--no-same-owner', '--no-same-permissions', '-xf', file, '-C', into], {
      windowsHide: true,
    });
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') throw new UsageError('Unpacking a base backup needs the program tar.');
    const said = stderr.trim().split('\n')[0] ?? '';
    throw new UsageError(`${file} cannot be unpacked, so it is damaged or cut off: ${said}`);
  }
}

function refuseOther(version: string, major: string): void {
  const made = version.trim();
  if (made === major) return;
  throw new UsageError(
    `This base backup was made by PostgreSQL ${made}, and only that version can read it: this one is ${major}. Name the folder of its programs, such as --postgres /usr/lib/postgresql/${made}/bin, or verify a dump by pg_dump.`,
  );
}

/** A server that recovers it would write to them where the original has them. */
async function refuseTablespaces(data: string): Promise<void> {
  const links = await readdir(join(data, 'pg_tblspc')).catch(() => []);
  const map = await stat(join(data, 'tablespace_map')).catch(() => undefined);
  if (links.length > 0 || (map && map.size > 0)) throw inTablespaces();
}

function inTablespaces(): UsageError {
  return new UsageError(
    'This base backup has tablespaces, which cannot be restored beside the original. Verify a dump by pg_dump.',
  );
}
