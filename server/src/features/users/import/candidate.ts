import { Email, fitsMetadata, metadataTooLong, name, text, Username } from '@latchkey/contract';
import { z } from 'zod';
import { maxHashLength, readHash } from '../../../platform/crypto/password-hashes.ts';

/** For a whole Firebase project: "Password hash parameters" in its console. */
export type FirebaseParameters = { key: string; saltSeparator: string; rounds: number; memory: number };

const short = /^\$firebase-scrypt\$([^$,=]+={0,2})\$([^$]+)$/;

/** Puts the project's parameters into a hash, so it can be checked without supplying them again. */
function completeFirebase(hash: string, parameters: FirebaseParameters | undefined): string {
  const [, salt, key] = short.exec(hash) ?? [];
  if (!salt || !key || !parameters) return hash;
  const { rounds, memory, saltSeparator } = parameters;
  return `$firebase-scrypt$r=${rounds},m=${memory},k=${bare(parameters.key)},s=${bare(saltSeparator)}$${bare(salt)}$${bare(key)}`;
}

function bare(base64: string): string {
  return base64.replace(/=+$/, '');
}

const unstorable = /\\u(0000|d[89a-f])/i;
const metadata = z
  .preprocess(parsed, z.record(z.string(), z.unknown(), { error: 'Must be an object.' }))
  .refine(fitsMetadata, metadataTooLong)
  // A batch travels as JSON, and PostgreSQL cannot parse these characters.
  .refine((value) => !unstorable.test(JSON.stringify(value)), 'Contains a character that cannot be stored.');
const moment = z.date({ error: 'Must be a date and time.' }).min(new Date(0), 'Lies before 1970.');
const flag = z.preprocess(
  (value) => (typeof value === 'string' ? (flags[value.toLowerCase()] ?? value) : value),
  z.boolean({ error: 'Must be true or false.' }),
);
const flags: Record<string, boolean> = { true: true, t: true, 1: true, false: false, f: false, 0: false };
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullish());

/** The user that a line describes, held to the rules of registration. Other fields are ignored. */
const Line = z.object({
  email: Email,
  username: optional(Username),
  firstName: optional(name(100, 0)),
  lastName: optional(name(100, 0)),
  emailVerified: optional(flag),
  isActive: optional(flag),
  passwordHash: optional(text(maxHashLength)),
  createdAt: optional(z.preprocess(dateOf, moment)),
  publicMetadata: optional(metadata),
  privateMetadata: optional(metadata),
});

export type Candidate = {
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  emailVerified: boolean;
  isActive: boolean;
  passwordHash: string | null;
  createdAt: Date;
  publicMetadata: Record<string, unknown> | null;
  privateMetadata: Record<string, unknown> | null;
};

export const candidateFields = Object.keys(Line.shape);

/** What is wrong with a record, or with one of its fields. */
export type Fault = { field?: string; message: string };

/** A user who can be imported, or why not. */
export function candidateOf(
  record: Record<string, unknown>,
  { now, firebase }: { now: Date; firebase: FirebaseParameters | undefined },
): Candidate | { faults: Fault[] } {
  const line = Line.safeParse(record);
  if (!line.success) return { faults: faultsIn(line.error) };
  const { data } = line;
  const passwordHash = data.passwordHash ? completeFirebase(data.passwordHash, firebase) : null;
  const known = passwordHash === null ? undefined : readHash(passwordHash);
  if (known && 'fault' in known) return { faults: [{ field: 'passwordHash', message: known.fault }] };
  const { createdAt = now } = { createdAt: data.createdAt ?? undefined };
  if (createdAt > now) return { faults: [{ field: 'createdAt', message: 'Lies in the future.' }] };
  return {
    email: data.email,
    username: data.username ?? null,
    firstName: data.firstName || null,
    lastName: data.lastName || null,
    emailVerified: data.emailVerified ?? false,
    isActive: data.isActive ?? true,
    passwordHash,
    createdAt,
    publicMetadata: filled(data.publicMetadata),
    privateMetadata: filled(data.privateMetadata),
  };
}

function filled(value: Record<string, unknown> | null | undefined): Record<string, unknown> | null {
  return value && Object.keys(value).length > 0 ? value : null;
}

/** A cell of a table holds JSON as text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** ISO 8601, also as databases print it, or milliseconds since 1970. */
function dateOf(value: unknown): unknown {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d{11,14}$/.test(value)))
    return new Date(Number(value));
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d([T ][\d:.]+.*)?$/.test(value)) return value;
  return new Date(value.replace(' ', 'T').replace(/(:[\d.]+) ?([+-]\d\d)$/, '$1$2:00'));
}

function faultsIn({ issues }: z.ZodError): Fault[] {
  return issues.map(({ path, message }) => ({ field: path.join('.'), message }));
}

export function describeFaults(faults: readonly Fault[], say = (message: string) => message): string {
  return faults.map(({ field, message }) => `${field ? `${field}: ` : ''}${say(message)}`).join(' ');
}
