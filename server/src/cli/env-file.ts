import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from './fault.ts';

type Variables = Record<string, string | undefined>;

/** What a file of variables adds to the real environment, which always wins. Only a file asked for must exist. */
export function withEnvFile(environment: Variables, asked: string | undefined): Variables {
  const file = asked ?? '.env';
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && asked === undefined) return environment;
    throw new UsageError(`${file} cannot be read (${code}). Check the path and the file's permissions.`);
  }
  return { ...parseEnv(text), ...environment };
}
