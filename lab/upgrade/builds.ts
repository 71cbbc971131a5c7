import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const server = fileURLToPath(new URL('../../server', import.meta.url));
const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
const more = fileURLToPath(new URL('migrations', import.meta.url));

export type Build = { version: string; command: string };

/** This build under another version, with migrations that it doesn't have. Its code is the same. */
export function makeBuild(folder: string, version: string, migrations: string[]): Build {
  const own = join(folder, version, 'server');
  mkdirSync(own, { recursive: true });
  for (const part of ['bin', 'dist', 'migrations', 'documents'])
    cpSync(join(server, part), join(own, part), { recursive: true, preserveTimestamps: true });
  symlinkSync(modules, join(folder, version, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8'));
  writeFileSync(join(own, 'package.json'), JSON.stringify({ ...manifest, version }));
  for (const name of migrations) cpSync(join(more, name), join(own, 'migrations', name));
  return { version, command: join(own, 'bin/latchkey.js') };
}
