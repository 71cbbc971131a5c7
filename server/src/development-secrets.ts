import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Kept = z.object({ SESSION_SECRET: z.string(), JWT_SECRET: z.string(), JWT_REFRESH_SECRET: z.string() });

/** Secrets for development: made once and kept, so that sessions survive a restart. */
export function keptSecrets(folder: string): z.infer<typeof Kept> {
  const file = join(folder, 'secrets.json');
  mkdirSync(folder, { recursive: true });
  const fresh = () => randomBytes(32).toString('base64url');
  const made = { SESSION_SECRET: fresh(), JWT_SECRET: fresh(), JWT_REFRESH_SECRET: fresh() };
  try {
    // 'wx' lets one of two racing starts write; the other reads what that one wrote.
    writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return made;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return Kept.parse(JSON.parse(readFileSync(file, 'utf8')));
  }
}
