import type { EmbeddedPostgresError } from '@latchkey/embedded-postgres';
import { ConfigError } from '../config.ts';
import { NewerSchemaError } from '../db/migrate.ts';
import { refusalOf } from '../http/errors.ts';
import { StartError } from '../processes/children.ts';
import { WrongSecretError } from '../vault/data-keys.ts';

/** A fault for the person at the terminal: one line, no stack. */
export class UsageError extends Error {}

/** What to say about an error that a person can fix. Undefined for a bug, which is to be shown in full. */
export function explain(error: unknown): string | undefined {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isEmbeddedFault(error)) return `${error.message} (DATABASE_URL=embedded:<folder> sets the folder)`;
  const { code = '', message, port, severity, variable = 'PORT' } = error as Partial<Told>;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or set ${variable} to another number.`;
  const said = message?.trim() || code;
  if (code === notAllowed) return `The database cannot be used: ${said}. ${ownerNote}`;
  // A server that ends the connection with its answer does not let us in as we are.
  if (refusalOf({ code }).refused === 'UNAVAILABLE' || severity === 'FATAL' || tlsAlert.test(code))
    return `The database cannot be used: ${said}`;
  return systemError.test(code) ? said : undefined;
}

type Told = { code: string; message: string; port: number; severity: string; variable: string };

/** Their messages are written for people. */
const plain = [ConfigError, UsageError, StartError, WrongSecretError, NewerSchemaError];

const ownerNote =
  'The role must own its database, or the owner must run "latchkey migrate --grant-to" with the name of this role.';
const notAllowed = '42501';
/** The server rejects the certificate it was shown, or there was none. */
const tlsAlert = /^ERR_SSL_/;
const systemError = /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EISDIR)$/;

/** By name: checking its class would load the whole embedded database. */
function isEmbeddedFault(error: unknown): error is EmbeddedPostgresError {
  const name: EmbeddedPostgresError['name'] = 'EmbeddedPostgresError';
  return error instanceof Error && error.name === name;
}
