import { z } from 'zod';
import { canParseUrl } from './urls.ts';

// PostgreSQL can't store NUL, and UTF-8 can't encode a lone surrogate.
const unstorable = /\0|\p{Surrogate}/u;

/** In characters, as JSON Schema and PostgreSQL count: a surrogate pair is one. */
const lengthOf = (value: string) => value.length - (value.match(/[\uD800-\uDBFF]/g)?.length ?? 0);

/** Text that someone typed. Every string in a body, query or path goes through this. */
export function text(max: number, min = 0) {
  return z
    .string({ error: (issue) => (issue.input === undefined ? 'Required.' : 'Must be text.') })
    .refine((value) => !unstorable.test(value), 'Contains a character that cannot be stored.')
    .refine((value) => lengthOf(value) <= max, `At most ${max} characters.`)
    .refine((value) => lengthOf(value) >= min, min === 1 ? 'Required.' : `At least ${min} characters.`)
    .meta(lengths(max, min));
}

/** For the OpenAPI document: the checks above are custom, so each can have its own message. */
function lengths(max: number, min: number) {
  return { ...(min > 0 && { minLength: min }), maxLength: max };
}

/** Surrounding spaces aren't part of a name. */
export function name(max: number, min = 1) {
  return text(2000)
    .transform((value) => value.trim())
    .pipe(text(max, min))
    .meta(lengths(max, min));
}

// One plain mailbox at a domain with two or more labels: nothing a mail server or a person could read differently.
const emailSyntax = /^[^\s\p{Cc}\p{Cf}@<>()[\]\\,;:"]+@[a-z0-9_-]+(\.[a-z0-9_-]+)+$/u;

/** A domain as it is compared and stored: in ASCII (UTS 46), so every spelling of it is the same. Undefined: it is none. */
export function asciiDomain(text: string): string | undefined {
  // Anything else would be read as part of a URL: a port, a path, an escape.
  if (!/^[\p{L}\p{M}\p{N}_.\u3002\uFF0E\uFF61-]+$/u.test(text) || !canParseUrl(`http://${text}`))
    return undefined;
  const { hostname } = new URL(`http://${text}`);
  return /(^|\.)\d+$/.test(hostname) ? undefined : hostname;
}

/** An address as it is compared and stored, so one mailbox is one account. Empty if its domain is none. */
export function normalEmail(value: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/su.exec(value.trim()) ?? [];
  const ascii = asciiDomain(domain);
  return ascii === undefined ? '' : `${local.toLowerCase().normalize('NFC')}@${ascii}`;
}

// Trimming would drop a byte order mark, which is a format character, too. The length comes before the normal form, which
// takes time with the square of the length.
export const Email = text(1000)
  .refine((value) => !/\p{Cf}/u.test(value), 'Must be an email address.')
  .transform((value) => value.trim())
  .pipe(text(255))
  .transform(normalEmail)
  .pipe(text(255).refine((value) => emailSyntax.test(value), 'Must be an email address.'))
  .meta({ format: 'email', maxLength: 255, examples: ['ada@example.com'] });

export const Username = text(1000)
  .transform((value) => value.trim())
  .pipe(
    text(100).regex(/^[A-Za-z0-9_.-]{3,100}$/, 'Use 3 to 100 letters, digits, dots, dashes or underscores.'),
  )
  .meta({ minLength: 3, maxLength: 100, pattern: '^\\s*[A-Za-z0-9_.-]{3,100}\\s*$' });

/** Any `area:verb`: the service guards its routes with some; other applications may define their own. */
export const PermissionName = text(100).regex(
  /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/,
  'area:verb in lowercase letters, such as users:read.',
);

/** A malformed id matches nothing: in a path it returns 404, not 400. Lowercase, as the database writes it. */
export const Id = z.uuid().toLowerCase();

export const Timestamp = z.iso.datetime();

export const IdParams = z.object({ id: Id });

export const MessageBody = z.object({ message: z.string() }).meta({ id: 'Message' });

/** A language tag. The service checks that it is one of its languages. */
export const Locale = text(35).nullable().describe('The language they chose. Null: none.');
