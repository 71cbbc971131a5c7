import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeError, lifetimes, messageOf } from '@latchkey/contract';
import type { EmbeddedPostgresError } from '@latchkey/embedded-postgres';
import { refusalOf } from '../http/errors.ts';
import { ConfigError } from '../platform/config/config.ts';
import { NewerSchemaError, UnreleasedSchemaError } from '../platform/db/migrate.ts';
import type { Refusal } from '../platform/refusal.ts';
import { WrongSecretError } from '../records/vault/data-keys.ts';
import { StartError } from '../runtime/processes/primary.ts';

/** A fault for the person at the terminal: one line, no stack. */
export class UsageError extends Error {}

/** The message for an error that a person can fix. Undefined for a bug, which is shown in full. */
export function explain(error: unknown): string | undefined {
  if (plain.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isEmbeddedFault(error)) return `${error.message} (DATABASE_URL=embedded:<folder> sets the folder)`;
  const { code = '', message, port, severity, variable = 'PORT' } = error as Partial<Told>;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop that program, or set ${variable} to another number.`;
  const said = message?.trim() || code;
  if (code === notAllowed) return `The database cannot be used: ${said}. ${ownerNote}`;
  // A server that closes the connection with its answer rejects our credentials.
  if (
    describeError(refusalOf({ code }).refused).status === 503 ||
    severity === 'FATAL' ||
    tlsAlert.test(code)
  )
    return `The database cannot be used: ${said}`;
  return systemError.test(code) ? said : undefined;
}

type Told = { code: string; message: string; port: number; severity: string; variable: string };

/** Their messages are written for people. */
const plain = [
  ConfigError,
  UsageError,
  StartError,
  WrongSecretError,
  NewerSchemaError,
  UnreleasedSchemaError,
];

const ownerNote =
  'The role must own its database, or the owner must run "npx latchkey migrate --grant-to" with the name of this role.';
const notAllowed = '42501';
/** The server rejects the certificate it was shown, or there was none. */
const tlsAlert = /^ERR_SSL_/;
const systemError = /^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR|EISDIR)$/;

/** By name: checking its class would load the whole embedded database. */
function isEmbeddedFault(error: unknown): error is EmbeddedPostgresError {
  const name: EmbeddedPostgresError['name'] = 'EmbeddedPostgresError';
  return error instanceof Error && error.name === name;
}

/** What a command did or found: lines for a person or, with --json, one document. */
export type Report = {
  text: string;
  json: object;
  /** Lines for standard error that the document holds, too. */
  details?: string[];
  /** What went wrong although there is a result: the exit code is then 1. */
  failure?: string | undefined;
  /** 2 if a part was refused. */
  exitCode?: number;
};

export function printReport({ text, json, details = [], failure, exitCode }: Report, asJson: boolean): void {
  if (!asJson) for (const line of details) console.error(line);
  if (asJson) console.log(JSON.stringify(json));
  else if (text) console.log(text);
  if (exitCode) process.exitCode = exitCode;
  if (failure) printFailure(failure, asJson);
}

/** One document on standard error, with the exit code that the process ends with. */
export function printFailure(error: string, asJson: boolean): void {
  process.exitCode = 1;
  console.error(asJson ? JSON.stringify({ error: error.trim(), exitCode: 1 }) : error);
}

/** JSON lines as one array. */
export async function* asArray(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let lead = '[';
  for await (const chunk of lines) {
    if (chunk === '') continue;
    yield lead + chunk.trimEnd().replaceAll('\n', ',\n');
    lead = ',\n';
  }
  yield lead === '[' ? '[]\n' : ']\n';
}

/** To standard output, as fast as the reader takes it. */
export async function printText(text: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    // The reader closed the pipe, as `head` does.
    if ((error as { code?: string }).code !== 'EPIPE') throw error;
  }
}

/** A refusal for the person at the terminal, who named an account by its email. */
export function describeRefusal({ refused, details }: Refusal, email: string): string {
  if (refused === 'NOT_FOUND') return `There is no account with the email ${email}.`;
  if (refused === 'LAST_ADMIN') return `${email} is the last active ADMIN. Make someone else an ADMIN first.`;
  if (refused === 'TWO_FACTOR_NOT_ENABLED') return `${email} has no two-factor authentication.`;
  if (refused === 'EMAIL_TAKEN' && details?.hasAccount)
    return `An account with the email ${email} already exists. Anyone can register an address. If it's yours, promote it: npx latchkey user set-role ${email} ADMIN`;
  if (refused === 'EMAIL_TAKEN')
    return `An account had the email ${email} until recently and can still get it back. Try again in ${lifetimes.emailChangeUndoHours} hours.`;
  if (refused === 'VALIDATION_FAILED')
    return Object.entries(details ?? {})
      .map(([field, faults]) => `The ${field} is refused: ${[faults].flat().join(' ')}`)
      .join(' ');
  return messageOf(refused);
}
