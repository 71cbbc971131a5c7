import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../platform/config/config.ts';

const kept = z.string().min(32);
const Kept = z.object({ SESSION_SECRET: kept, JWT_SECRET: kept, JWT_REFRESH_SECRET: kept });
type DevelopmentSecrets = z.infer<typeof Kept>;

/** Secrets for development: made once and kept, so sessions survive a restart. */
export function keptSecrets(folder: string): DevelopmentSecrets {
  const file = join(folder, 'secrets.json');
  try {
    return read(file) ?? make(folder, file);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError([
      `The development secrets cannot be saved in ${file} (${code}): make the folder writable, or set SESSION_SECRET, JWT_SECRET and JWT_REFRESH_SECRET.`,
    ]);
  }
}

/** The kept ones, or else new ones that are not kept: a command that only looks creates nothing. */
export function foundSecrets(folder: string): DevelopmentSecrets {
  return read(join(folder, 'secrets.json')) ?? fresh();
}

function read(file: string): DevelopmentSecrets | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const secrets = Kept.safeParse(jsonOf(text));
  if (secrets.success) return secrets.data;
  throw new ConfigError([
    `${file} is damaged: restore it, or remove the folder to start over with an empty database.`,
  ]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes the whole file or nothing. If two processes start together, the first one's secrets count for both. */
function make(folder: string, file: string): DevelopmentSecrets {
  const made = fresh();
  const draft = `${file}-${randomBytes(4).toString('hex')}`;
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  writeFileSync(draft, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
    return made;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') renameSync(draft, file);
    return read(file) ?? made;
  } finally {
    rmSync(draft, { force: true });
  }
}

function fresh(): DevelopmentSecrets {
  const secret = () => randomBytes(32).toString('base64url');
  return { SESSION_SECRET: secret(), JWT_SECRET: secret(), JWT_REFRESH_SECRET: secret() };
}
