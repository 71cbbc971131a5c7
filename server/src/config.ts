import { isIP } from 'node:net';
import { type LimitName, type LimitRule, passwordRules, rateLimits } from '@latchkey/contract';
import { z } from 'zod';

/** A faulty environment: everything that is wrong with it, at once. */
export class ConfigError extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length} fault(s):\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

const secretNames = ['SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET'] as const;
type SecretName = (typeof secretNames)[number];
type Secrets = Record<SecretName, string>;

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .transform((value) => value === 'true' || value === '1')
    .default(fallback);
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const url = (protocols: RegExp, message: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && protocols.test(value) && new URL(value).hostname, message);
const webUrl = url(/^https?:\/\//i, 'must be an http:// or https:// address').transform((value) =>
  value.replace(/\/+$/, ''),
);
// As given: an issuer is compared with what the provider says of itself, a slash at its end included.
const issuerUrl = url(/^https?:\/\//i, 'must be an http:// or https:// address');
const secret = z.string().min(32, 'must have at least 32 characters');
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const mediaTypes = list.refine(
  (types) => types.every((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type)),
  'must be media types',
);

const windowUnits: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const rateLimit = z
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

const origins = list
  .refine(
    (values) => values.every((value) => /^https?:\/\/[^/;?#@\s]+$/i.test(value) && URL.canParse(value)),
    {
      message: 'must be origins such as https://app.example.com, separated by commas',
    },
  )
  .transform((values) => values.map((value) => new URL(value).origin));

// Either is written into the page as it is: a path of this service or an https address, and no more than a colour.
const logoUrl = z.string().regex(/^(https:\/\/[\w.-]+(:\d{1,5})?(\/\S*)?|\/(?![/\\])\S*)$/i, {
  message: 'must be a path such as /logo.svg or an https:// address',
});
const accentNames = 'red|pink|grape|violet|indigo|blue|cyan|teal|green|lime|yellow|orange|gray';
const accentColor = z
  .string()
  .regex(new RegExp(`^(#[0-9a-f]{6}|${accentNames})$`, 'i'), {
    message: 'must be #rrggbb or the name of a colour such as indigo or teal',
  })
  .transform((value) => value.toLowerCase());

const networkNames = ['loopback', 'linklocal', 'uniquelocal'];

function isNetwork(value: string): boolean {
  const [address = '', size, ...more] = value.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return networkNames.includes(value);
  return size === undefined || (/^\d{1,3}$/.test(size) && Number(size) <= (version === 4 ? 32 : 128));
}

/** `true`, a number of hops, or the addresses and networks of the proxies that may speak for a client. */
const trustProxy = z
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

/** Either form that mail programs know. */
const sender = z
  .string()
  .max(320, 'must have at most 320 characters')
  .regex(
    /^([^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    'must be an address, or a name and an address such as Latchkey <no-reply@example.com>',
  );

/** Links are made by appending to it. */
const baseUrl = webUrl.refine((value) => {
  if (!URL.canParse(value)) return true;
  const { search, hash, username, password } = new URL(value);
  return search + hash + username + password === '' && !/[?#]/.test(value);
}, 'must have neither query nor fragment nor user');

// Several hosts with ports are no URL to Node.js, but are to the driver.
const databaseUrl = z
  .string()
  .refine(
    (value) =>
      /^embedded:.+$/.test(value) ||
      (/^postgres(ql)?:\/\/.+$/.test(value) &&
        (URL.canParse(value) || URL.canParse(value.replace(/,[^/?@]*(?=[/?]|$)/, '')))),
    'must be postgres://… or embedded:<folder>',
  );

const seedPassword = z.string().superRefine((value, context) => {
  const broken = passwordRules.filter((rule) => !rule.test(value)).map(({ message }) => message);
  if (broken.length > 0)
    context.addIssue({ code: 'custom', message: `is too weak a password: ${broken.join(' ')}` });
});

const limitVariables = Object.values(rateLimits).flatMap((rule) => (rule.env ? [rule.env] : []));

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  DATABASE_URL: databaseUrl.optional(),
  SESSION_SECRET: secret.optional(),
  JWT_SECRET: secret.optional(),
  JWT_REFRESH_SECRET: secret.optional(),
  BASE_URL: baseUrl.optional(),
  HOST: z.string().optional(),
  PORT: whole(0, 65_535).default(3000),
  METRICS_PORT: whole(0, 65_535).optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or debug',
    )
    .default('info'),
  EMAIL_FROM: sender.default('Latchkey <no-reply@localhost>'),
  RESEND_API_KEY: z.string().optional(),
  PRODUCT_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must have at most 60 characters')
    .transform((value) => value.trim())
    .default('Latchkey'),
  LOGO_URL: logoUrl.optional(),
  ACCENT_COLOR: accentColor.default('#3b5bdb'),
  SMTP_URL: url(/^smtps?:\/\//i, 'must be an smtp:// or smtps:// address').optional(),
  ENABLE_EMAIL_VERIFICATION: flag(true),
  ENABLE_TWO_FACTOR_AUTH: flag(false),
  ENABLE_SOCIAL_LOGIN: flag(true),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: issuerUrl.default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: webUrl.default('https://github.com'),
  GITHUB_API_URL: webUrl.default('https://api.github.com'),
  AUDIT_API_KEY_USE: flag(false),
  TWO_FACTOR_ISSUER: z
    .string()
    .regex(/^[^:]{1,30}$/, 'must have at most 30 characters and no colon')
    .default('Latchkey'),
  UPLOAD_MAX_SIZE: whole(1, 1_073_741_824).default(10_485_760),
  UPLOAD_ALLOWED_TYPES: mediaTypes.default(['image/jpeg', 'image/png', 'image/gif', 'application/pdf']),
  RATE_LIMIT_MAX: whole(1, 1_000_000_000).default(100),
  RATE_LIMIT_WINDOW: whole(1, 2_147_483_647).default(900_000),
  UPSTASH_REDIS_REST_URL: webUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  REDIS_URL: url(/^rediss?:\/\//i, 'must be a redis:// or rediss:// address').optional(),
  TRUST_PROXY: trustProxy.default(false),
  ALLOWED_ORIGINS: origins.default([]),
  SEED_ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(z.email('must be an email address')).optional(),
  SEED_ADMIN_PASSWORD: seedPassword.optional(),
  ...Object.fromEntries(limitVariables.map((name) => [name, rateLimit.optional()])),
});
type Values = z.infer<typeof Environment> & Record<string, unknown>;

/** Variables that serve only in pairs. */
const pairs = [
  ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
  ['SEED_ADMIN_EMAIL', 'SEED_ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
] as const;

/** A provider's word on who somebody is must not be readable, or alterable, on its way here. */
const providerUrls = ['GOOGLE_ISSUER', 'GITHUB_URL', 'GITHUB_API_URL'] as const;

export type Config = ReturnType<typeof assemble>;

/** The only reader of the environment. `generateSecrets` fills what development leaves out. */
export function readConfig(
  environment: Record<string, string | undefined>,
  generateSecrets: (folder: string) => Secrets,
): Config {
  // An empty variable is an unset one: compose files and .env templates leave them so.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  const production = given.NODE_ENV === 'production';
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message.replace(/\.$/, '')}.`);
  const present = (name: string) => given[name] !== undefined;
  for (const [one, other] of pairs)
    if (present(one) !== present(other)) faults.push(`${one} and ${other} must be set together.`);
  faults.push(...secretFaults(given));
  if (production) faults.push(...productionFaults(present), ...insecureProviders(given));
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);

  const values = parsed.data as Values;
  const embedded = values.DATABASE_URL?.startsWith('embedded:')
    ? values.DATABASE_URL.slice('embedded:'.length)
    : undefined;
  const folder = embedded ?? '.latchkey';
  const missing = secretNames.filter((name) => !values[name]);
  const secrets = {
    ...(missing.length > 0 ? generateSecrets(folder) : undefined),
    ...pick(values),
  } as Secrets;
  return assemble(values, secrets, folder, missing.length > 0);
}

function pick(values: Values): Partial<Secrets> {
  return Object.fromEntries(secretNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
}

function secretFaults(given: Record<string, string | undefined>): string[] {
  const set = secretNames.filter((name) => given[name]);
  const repeated = set.filter((name, at) => set.findIndex((other) => given[other] === given[name]) < at);
  return repeated.map((name) => `${name} must differ from the other secrets.`);
}

function productionFaults(present: (name: string) => boolean): string[] {
  const missing = ['DATABASE_URL', ...secretNames]
    .filter((name) => !present(name))
    .map((name) => `${name} is not set.`);
  if (!present('RESEND_API_KEY') && !present('SMTP_URL'))
    missing.push('RESEND_API_KEY or SMTP_URL must be set: nobody reads mail on the console in production.');
  return missing;
}

function insecureProviders(given: Record<string, string | undefined>): string[] {
  return providerUrls
    .filter((name) => {
      const address = given[name];
      return (
        address && /^http:/i.test(address) && URL.canParse(address) && !isLoopback(new URL(address).hostname)
      );
    })
    .map((name) => `${name} must be an https:// address.`);
}

function assemble(values: Values, secrets: Secrets, folder: string, secretsGenerated: boolean) {
  const production = values.NODE_ENV === 'production';
  const baseUrl = values.BASE_URL ?? `http://localhost:${values.PORT}`;
  const shared: LimitRule = { limit: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW };
  const limits = Object.fromEntries(
    Object.entries(rateLimits).map(([name, rule]) => [
      name,
      rule.env
        ? ((values[rule.env] as LimitRule | undefined) ?? { limit: rule.limit, windowMs: rule.windowMs })
        : shared,
    ]),
  ) as Record<LimitName, LimitRule>;
  return Object.freeze({
    environment: values.NODE_ENV,
    production,
    database: values.DATABASE_URL?.startsWith('postgres')
      ? { kind: 'server' as const, url: values.DATABASE_URL }
      : { kind: 'embedded' as const, folder },
    folder,
    secrets: {
      session: secrets.SESSION_SECRET,
      accessToken: secrets.JWT_SECRET,
      refreshToken: secrets.JWT_REFRESH_SECRET,
      generated: secretsGenerated,
    },
    baseUrl,
    secureCookies: production,
    // Development is as often opened at 127.0.0.1 as at localhost.
    origins: [
      new URL(baseUrl).origin,
      ...(production ? [] : loopbackOrigins(baseUrl)),
      ...values.ALLOWED_ORIGINS,
    ],
    corsOrigins: values.ALLOWED_ORIGINS,
    host: values.HOST ?? (production ? '0.0.0.0' : 'localhost'),
    port: values.PORT,
    metricsPort: values.METRICS_PORT,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    email: { from: values.EMAIL_FROM, resendApiKey: values.RESEND_API_KEY, smtpUrl: values.SMTP_URL },
    branding: {
      productName: values.PRODUCT_NAME,
      logoUrl: values.LOGO_URL ?? null,
      accentColor: values.ACCENT_COLOR,
    },
    emailVerification: values.ENABLE_EMAIL_VERIFICATION,
    twoFactorForAll: values.ENABLE_TWO_FACTOR_AUTH,
    providers: {
      google: clientOf(values, values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, {
        issuer: values.GOOGLE_ISSUER,
      }),
      github: clientOf(values, values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET, {
        url: values.GITHUB_URL,
        apiUrl: values.GITHUB_API_URL,
      }),
    },
    auditApiKeyUse: values.AUDIT_API_KEY_USE,
    twoFactorIssuer: values.TWO_FACTOR_ISSUER,
    upload: {
      maxBytes: values.UPLOAD_MAX_SIZE,
      imageTypes: values.UPLOAD_ALLOWED_TYPES.filter((type) => type.startsWith('image/')),
    },
    limits,
    limitStore: {
      upstashUrl: values.UPSTASH_REDIS_REST_URL,
      upstashToken: values.UPSTASH_REDIS_REST_TOKEN,
      redisUrl: values.REDIS_URL,
    },
    seedAdmin:
      values.SEED_ADMIN_EMAIL && values.SEED_ADMIN_PASSWORD
        ? { email: values.SEED_ADMIN_EMAIL, password: values.SEED_ADMIN_PASSWORD }
        : undefined,
  });
}

/** What a provider knows this service by; undefined where signing in with it is not on. */
function clientOf<P>(values: Values, id: string | undefined, secret: string | undefined, provider: P) {
  return values.ENABLE_SOCIAL_LOGIN && id && secret
    ? { clientId: id, clientSecret: secret, ...provider }
    : undefined;
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

function isLoopback(hostname: string): boolean {
  return loopbackHosts.includes(hostname);
}

function loopbackOrigins(baseUrl: string): string[] {
  if (!isLoopback(new URL(baseUrl).hostname)) return [];
  return loopbackHosts.map((host) => {
    const alias = new URL(baseUrl);
    alias.hostname = host;
    return alias.origin;
  });
}
