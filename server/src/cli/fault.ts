import { EmbeddedPostgresError } from '@latchkey/embedded-postgres';
import { ConfigError } from '../config.ts';
import { refusalOf } from '../http/errors.ts';

/** A fault for the person at the terminal: one line, no stack. */
export class UsageError extends Error {}

/** What to say of an error that a person can put right. Undefined for a bug, which is to be shown whole. */
export function explain(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  if (error instanceof EmbeddedPostgresError)
    return `${error.message} (DATABASE_URL=embedded:<folder> says which folder is used)`;
  const { code = '', message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that one, or set PORT to another number.`;
  const said = message?.trim() || code;
  if (refusalOf({ code }).refused === 'UNAVAILABLE' || unusable.test(code))
    return `The database cannot be used: ${said}`;
  return systemError.test(code) ? said : undefined;
}

// No such host; PostgreSQL: wrong password, no such database, not allowed.
const unusable = /^(ENOTFOUND|EAI_AGAIN|28000|28P01|3D000|42501)$/;
const systemError = /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EISDIR)$/;
