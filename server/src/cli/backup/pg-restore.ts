import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { UsageError } from '../output.ts';

const name = process.platform === 'win32' ? 'pg_restore.exe' : 'pg_restore';
const debian = '/usr/lib/postgresql';
const keptOutput = 4000;

/** A dump in custom, directory or tar format, as the plain one. It runs nothing: no server is involved. */
export async function* scriptOf(path: string, programs: string | undefined): AsyncGenerator<Buffer> {
  const args = ['--file=-', '--no-owner', '--no-acl', '--no-publications', '--no-subscriptions', path];
  const child = spawn(findProgram(programs), args, { stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
  const ended: Promise<unknown[]> = once(child, 'close');
  ended.catch(() => undefined);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptOutput);
  });
  try {
    yield* child.stdout;
    const [code] = await ended;
    if (code !== 0) throw new UsageError(`pg_restore cannot read ${path}: ${adviceFor(said.trim())}`);
  } finally {
    child.kill();
  }
}

function findProgram(programs: string | undefined): string {
  const folders = programs ? [programs] : usualFolders();
  const found = folders.map((folder) => join(folder, name)).find((program) => existsSync(program));
  if (found) return found;
  throw new UsageError(
    'A dump in this format is read with pg_restore, which comes with PostgreSQL but not with the embedded one. Install the client programs (Debian: postgresql-client), name their folder with --postgres, or verify a plain dump.',
  );
}

/** Debian's newest comes before the one on PATH, which may be a script that looks for a server. */
function usualFolders(): string[] {
  const versions = existsSync(debian) ? readdirSync(debian) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one));
  return [
    ...newest.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  ];
}

function adviceFor(said: string): string {
  const line =
    said
      .split('\n')
      .at(-1)
      ?.replace(/^pg_restore: (error: )?/, '') ?? '';
  return /unsupported version/.test(line)
    ? `${line}. Name the programs of the PostgreSQL version that made it with --postgres.`
    : line || 'it said nothing.';
}
