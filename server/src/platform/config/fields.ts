import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { canParseUrl, Email, type LimitRule, normalEmail, passwordRules } from '@latchkey/contract';
import { z } from 'zod';
import { isPublicSuffix } from './cookie-domain.ts';
import { DatabaseUrlError, parseDatabaseUrl } from './database-url.ts';
import { parseRedisUrl, RedisUrlError } from './redis-url.ts';

const mostProcesses = 256;

// What a variable may hold, and what that means. Each fault message follows the variable's name.

export const givenFlag = z
  .enum(['true', 'false', '1', '0'], 'must be true or false')
  .transform((value) => value === 'true' || value === '1');
export const flag = (fallback: boolean) => givenFlag.default(fallback);
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
/** How many days people have to change their mind; `off`: they can't delete their own account. */
export const graceDays = z.union(
  [z.literal('off'), whole(0, 90)],
  'must be off or a whole number from 0 to 90',
);
/** A number, or `auto` for one per core. */
export const processes = z
  .string()
  .transform((value) => (value === 'auto' ? String(availableParallelism()) : value))
  .refine((value) => /^\d{1,3}$/.test(value) && Number(value) >= 1 && Number(value) <= mostProcesses, {
    message: `must be auto or a whole number from 1 to ${mostProcesses}`,
  })
  .transform(Number);
const url = (protocols: RegExp, message: string) =>
  z
    .string()
    .refine((value) => canParseUrl(value) && protocols.test(value) && new URL(value).hostname, message);
export const webUrl = url(/^https?:\/\//i, 'must be an http:// or https:// address').transform((value) =>
  value.replace(/\/+$/, ''),
);
// As given: an issuer is compared with what the provider says about itself, including a trailing slash.
export const issuerUrl = url(/^https?:\/\//i, 'must be an http:// or https:// address');
export const smtpUrl = url(/^smtps?:\/\//i, 'must be an smtp:// or smtps:// address').refine((value) => {
  const wanted = canParseUrl(value) ? new URL(value).searchParams.getAll('requireTLS') : [];
  return wanted.length === 0 || ['true', 'false'].includes(wanted.join());
}, 'must have requireTLS=true or requireTLS=false, if any');
export const secret = z.string().min(32, 'must have at least 32 characters');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
/** What was signed under one of these can still be read. */
export const previousSecrets = list.refine(
  (secrets) => secrets.every((each) => each.length >= 32),
  'must be secrets of at least 32 characters, separated by commas',
);
/** In OpenTelemetry's format: names and values, encoded as in a URL. */
export const headerPairs = list.transform((pairs, context): Record<string, string> => {
  try {
    return Object.fromEntries(pairs.map(headerOf));
  } catch {
    context.addIssue({ code: 'custom', message: 'must look like name=value,name=value' });
    return z.NEVER;
  }
});

function headerOf(pair: string): [name: string, value: string] {
  const [, name, value] = /^([\w-]+)=(\S*)$/.exec(pair) ?? [];
  if (!name || value === undefined) throw new TypeError('no header');
  return [name, decodeURIComponent(value)];
}

export const mediaTypes = list.refine(
  (types) => types.every((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type)),
  'must be media types',
);

const windowUnits: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
export const rateLimit = z
  .string()
  .regex(
    /^[1-9]\d{0,8}\/[1-9]\d{0,8}(ms|s|m|h|d)$/,
    'must look like 10/15m (requests/window; ms, s, m, h or d)',
  )
  .transform((value): LimitRule => {
    const [limit = '', span = ''] = value.split('/');
    return {
      limit: Number(limit),
      windowMs: Number.parseInt(span, 10) * (windowUnits[span.replace(/^\d+/, '')] ?? 1),
    };
  })
  .refine(({ windowMs }) => windowMs <= 365 * 86_400_000, 'must have a window of at most 365 days');

export const origins = list
  .refine(
    (values) => values.every((value) => /^https?:\/\/[^/;?#@\s]+$/i.test(value) && canParseUrl(value)),
    {
      message: 'must be origins such as https://app.example.com, separated by commas',
    },
  )
  .transform((values) => values.map((value) => new URL(value).origin));

/** As a URL parser writes them: lowercase, and in Punycode. */
export const hostNames = list
  .refine(
    (names) => names.every((name) => /^[^/?#@:\\\s]+$/.test(name) && canParseUrl(`https://${name}`)),
    'must be host names such as agent.example.com, separated by commas',
  )
  .transform((names) => names.map((name) => new URL(`https://${name}`).hostname));

// Both are written into the page unchanged: a path of this service or an https address, and only a color.
/** Language tags, separated by commas. `readLocales` says which there are. */
export const localeList = z.string().transform((value) =>
  value
    .split(',')
    .map((tag) => tag.trim())
    .filter(Boolean),
);

export const logoUrl = z.string().regex(/^(https:\/\/[\w.-]+(:\d{1,5})?(\/\S*)?|\/(?![/\\])\S*)$/i, {
  message: 'must be a path such as /logo.svg or an https:// address',
});
const accentNames = 'red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange|gray';
export const accentColor = z
  .string()
  .regex(new RegExp(`^(#[0-9a-f]{6}|${accentNames})$`, 'i'), {
    message: 'must be #rrggbb or the name of a color such as indigo or teal',
  })
  .transform((value) => value.toLowerCase());

/** A name, as in certificates and cookies: no scheme, port or path, and no IP address. */
export const domain = z
  .string()
  .toLowerCase()
  .regex(/^(?!.*\.\d+$)([a-z\d]([a-z\d-]*[a-z\d])?\.)*[a-z\d]([a-z\d-]*[a-z\d])?$/, {
    message: 'must be a domain such as example.com',
  });

export const email = z
  .string()
  .refine((value) => Email.safeParse(value).success, 'must be an email address')
  .transform(normalEmail);

/** Words that stand where a provider's name would, in a path or in a list of sign-in methods. */
const notProviders = [
  'google',
  'github',
  'accounts',
  'complete',
  'link',
  'pending',
  'providers',
  'password',
  'passkey',
  'sso',
];

export const providerNames = list
  .refine((names) => names.length <= 10, 'must list at most 10 providers')
  .refine((names) => new Set(names).size === names.length, 'must not repeat a provider')
  .refine(
    (names) => names.every((name) => /^[a-z][a-z0-9]{1,19}$/.test(name)),
    'must list names of 2 to 20 lowercase letters and digits, each starting with a letter',
  )
  .refine(
    (names) => !names.some((name) => notProviders.includes(name)),
    `must not list any of these names: ${notProviders.join(', ')}`,
  );

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(value: string): boolean {
  const [address = '', size, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return networkNames.includes(value);
  return size === undefined || (/^\d{1,3}$/.test(size) && Number(size) <= (version === 4 ? 32 : 128));
}

/** `true`, a number of hops, or the addresses and networks of the proxies that may speak for a client. */
export const trustProxy = z
  .string()
  .transform((value, context): boolean | string[] | ((address: string, hop: number) => boolean) => {
    if (value === 'true' || value === 'false') return value === 'true';
    if (/^\d{1,3}$/.test(value)) return (_address, hop) => hop < Number(value);
    const networks = value.split(',').map((item) => item.trim());
    if (networks.every(isNetwork)) return networks;
    const message = 'must be true, false, a number of hops, or addresses and networks separated by commas';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** As browsers write it: without a leading dot, in lowercase ASCII letters. */
export const cookieDomain = z
  .string()
  .transform((value) => {
    const name = value.replace(/^\./, '');
    return /^[\p{L}\p{N}.-]+$/u.test(name) && canParseUrl(`http://${name}`)
      ? new URL(`http://${name}`).host
      : '';
  })
  .superRefine((name, context) => {
    const fault = /^([a-z0-9-]+\.)*[a-z][a-z0-9-]*$/.test(name)
      ? isPublicSuffix(name) && 'must be a domain of your own: others have names under this one, too'
      : 'must be a domain such as example.com';
    if (fault) context.addIssue({ code: 'custom', message: fault });
  });

/** Addresses and networks, or their names, separated by commas. */
export const networks = list.refine(
  (values) => values.every(isNetwork),
  'must be addresses, networks such as 10.0.0.0/8, or loopback, linklocal or uniquelocal, separated by commas',
);

/** Name servers: addresses, each with a port if it isn't 53. */
export const nameServers = list.refine(
  (values) => values.every(isNameServer),
  'must be addresses such as 192.0.2.53 or [2001:db8::53]:5353, separated by commas',
);

function isNameServer(value: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(value) ?? [];
  if (port !== undefined && !(Number(port) >= 1 && Number(port) <= 65_535)) return false;
  return isIP(value) > 0 || isIP(bracketed ?? '') === 6 || isIP(plain ?? '') === 4;
}

/** Either form that mail programs accept. */
export const sender = z
  .string()
  .max(320, 'must have at most 320 characters')
  .regex(
    /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    'must be an address, or a name and an address such as Latchkey <no-reply@example.com>',
  );

/** Links are made by appending to it. */
export const baseUrl = webUrl.refine((value) => {
  if (!canParseUrl(value)) return true;
  const { search, hash, username, password } = new URL(value);
  return search + hash + username + password === '' && !/[?#]/.test(value);
}, 'must have neither query nor fragment nor user');

/** Checked by a parser that says what is wrong in an error of its own. */
const parsedBy = (parse: (value: string) => unknown, Fault: new () => Error, otherwise: string) =>
  z.string().superRefine((value, context) => {
    try {
      parse(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Fault ? error.message : otherwise });
    }
  });

export const databaseUrl = parsedBy(
  (value) => /^embedded:.+$/.test(value) || parseDatabaseUrl(value),
  DatabaseUrlError,
  'must be postgres://… or embedded:<folder>',
);

export const serverUrl = parsedBy(parseDatabaseUrl, DatabaseUrlError, 'must be postgres://…');

export const redisUrl = parsedBy(parseRedisUrl, RedisUrlError, 'must be a redis:// or rediss:// address');

export const seedPassword = z.string().superRefine((value, context) => {
  const broken = passwordRules.filter((rule) => !rule.test(value)).map(({ message }) => message);
  if (broken.length > 0)
    context.addIssue({ code: 'custom', message: `is too weak a password: ${broken.join(' ')}` });
});
