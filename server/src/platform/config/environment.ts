import { challengeKinds, type LimitRule, mailLimits, rateLimits } from '@latchkey/contract';
import { z } from 'zod';
import * as is from './fields.ts';

export const secretNames = ['SESSION_SECRET', 'JWT_SECRET', 'JWT_REFRESH_SECRET'] as const;
type SecretName = (typeof secretNames)[number];
export type Secrets = Record<SecretName, string>;

const limitVariables = [...Object.values(rateLimits), ...Object.values(mailLimits)].flatMap(({ env }) =>
  env ? [env] : [],
);

/** Every variable the service knows. Each message follows the variable's name. */
export const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'production', 'test'], 'must be development, production or test')
    .default('development'),
  DATABASE_URL: is.databaseUrl.optional(),
  DATABASE_POOL_SIZE: is.whole(1, 1000).default(20),
  DATABASE_PREPARE: is.givenFlag.optional(),
  DATABASE_READ_URL: is.serverUrl.optional(),
  READ_MAX_LAG_MS: is.whole(100, 60_000).default(2000),
  SESSION_SECRET: is.secret.optional(),
  JWT_SECRET: is.secret.optional(),
  JWT_REFRESH_SECRET: is.secret.optional(),
  SESSION_SECRET_PREVIOUS: is.previousSecrets.default([]),
  JWT_SECRET_PREVIOUS: is.previousSecrets.default([]),
  JWT_REFRESH_SECRET_PREVIOUS: is.previousSecrets.default([]),
  AUDIT_SECRET: is.secret.optional(),
  AUDIT_SECRET_PREVIOUS: is.previousSecrets.default([]),
  BASE_URL: is.baseUrl.optional(),
  COOKIE_DOMAIN: is.cookieDomain.optional(),
  HOST: z.string().optional(),
  PORT: is.whole(0, 65_535).default(3000),
  LAST_USED_INTERVAL: is.whole(0, 3600).default(0),
  WEB_CONCURRENCY: is.processes.default(1),
  METRICS_PORT: is.whole(0, 65_535).optional(),
  METRICS_HOST: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: is.webUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: is.headerPairs.default({}),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('latchkey'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a level such as info or debug',
    )
    .default('info'),
  EMAIL_FROM: is.sender.optional(),
  RESEND_API_KEY: z.string().optional(),
  PRODUCT_NAME: z
    .string()
    .regex(/^[^\p{Cc}]{1,60}$/u, 'must have at most 60 characters')
    .transform((value) => value.trim())
    .default('Latchkey'),
  LOCALES: is.localeList.optional(),
  DEFAULT_LOCALE: z.string().trim().optional(),
  LOCALES_DIR: z.string().optional(),
  MAIL_LAYOUT_DIR: z.string().optional(),
  LOGO_URL: is.logoUrl.optional(),
  ACCENT_COLOR: is.accentColor.default('#3b5bdb'),
  SMTP_URL: is.smtpUrl.optional(),
  API_DOCS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ENABLE_EMAIL_VERIFICATION: is.flag(true),
  ENABLE_TWO_FACTOR_AUTH: is.flag(false),
  ENABLE_EMAIL_LOGIN: is.flag(false),
  ENABLE_SOCIAL_LOGIN: is.flag(true),
  ENABLE_SSO: is.flag(true),
  OAUTH_PROVIDERS: is.providerNames.default([]),
  WEBAUTHN_RP_ID: is.domain.optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: is.issuerUrl.default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: is.webUrl.default('https://github.com'),
  GITHUB_API_URL: is.webUrl.default('https://api.github.com'),
  BOT_PROTECTION: z.enum(challengeKinds, 'must be off, pow, turnstile or hcaptcha').default('off'),
  BOT_POW_COST: is.whole(1, 100).default(5),
  BOT_SITE_KEY: z.string().trim().optional(),
  BOT_SECRET_KEY: z.string().trim().optional(),
  BOT_VERIFY_URL: is.webUrl.optional(),
  ENABLE_OIDC: is.flag(true),
  ENABLE_DYNAMIC_CLIENTS: is.flag(false),
  ENABLE_MCP: is.flag(false),
  ENABLE_CLIENT_METADATA: is.flag(false),
  CLIENT_METADATA_HOSTS: is.hostNames.optional(),
  OIDC_KEY_ROTATION_DAYS: is.whole(2, 3650).default(90),
  ALLOW_SEVERAL_ORGANIZATIONS: is.flag(false),
  ALLOW_ORGANIZATION_CREATION: is.flag(true),
  ALLOW_ORGANIZATION_ROLES: is.flag(true),
  IMPERSONATION_REASON: z.enum(['optional', 'required'], 'must be optional or required').default('optional'),
  ORGANIZATION_KEY_LIMIT: is.whole(1, 1_000_000).default(1000),
  PASSWORD_BREACH_CHECK: z.enum(['off', 'hibp', 'file'], 'must be off, hibp or file').default('off'),
  PASSWORD_BREACH_URL: is.webUrl.default('https://api.pwnedpasswords.com'),
  PASSWORD_BREACH_FILE: z.string().optional(),
  AUDIT_API_KEY_USE: is.flag(false),
  AUDIT_RETENTION_DAYS: is.whole(1, 36_500).optional(),
  EMAIL_LOG_RETENTION_DAYS: is.whole(1, 36_500).optional(),
  INACTIVE_ACCOUNT_DAYS: is.whole(30, 3650).optional(),
  ACCOUNT_DELETION_GRACE_DAYS: is.graceDays.default(14),
  TWO_FACTOR_ISSUER: z
    .string()
    .regex(/^[^:]{1,30}$/, 'must have at most 30 characters and no colon')
    .default('Latchkey'),
  UPLOAD_MAX_SIZE: is.whole(1, 1_073_741_824).default(10_485_760),
  UPLOAD_ALLOWED_TYPES: is.mediaTypes.default(['image/jpeg', 'image/png', 'image/gif', 'application/pdf']),
  RATE_LIMIT_MAX: is.whole(1, 1_000_000_000).default(100),
  RATE_LIMIT_WINDOW: is.whole(1, 2_147_483_647).default(900_000),
  UPSTASH_REDIS_REST_URL: is.webUrl.optional(),
  UPSTASH_REDIS_REST_TOKEN: z.string().optional(),
  REDIS_URL: is.redisUrl.optional(),
  TRUST_PROXY: is.trustProxy.default(false),
  DRAIN_SECONDS: is.whole(0, 6).optional(),
  ALLOWED_ORIGINS: is.origins.default([]),
  WEBHOOK_ALLOWED_NETWORKS: is.networks.default([]),
  DNS_SERVERS: is.nameServers.optional(),
  SEED_ADMIN_EMAIL: is.email.optional(),
  SEED_ADMIN_PASSWORD: is.seedPassword.optional(),
  ...Object.fromEntries(limitVariables.map((name) => [name, is.rateLimit.optional()])),
});
export type Values = z.infer<typeof Environment> & Record<string, unknown>;

/** The secret that seals the audit trail, then earlier ones. Until it has its own, SESSION_SECRET is used. */
export function auditSecretsOf(
  { AUDIT_SECRET, AUDIT_SECRET_PREVIOUS, SESSION_SECRET_PREVIOUS }: Values,
  session: string,
): readonly [string, ...string[]] {
  const earlier = [...AUDIT_SECRET_PREVIOUS, ...SESSION_SECRET_PREVIOUS];
  return AUDIT_SECRET ? [AUDIT_SECRET, ...earlier, session] : [session, ...earlier];
}

/** Each limit as its variable sets it, or as shipped. Those without a variable of their own share one. */
export function limitsOf(
  rules: Record<string, LimitRule & { env: string | undefined }>,
  values: Values,
  shared: LimitRule,
) {
  return Object.fromEntries(
    Object.entries(rules).map(([name, { env, limit, windowMs }]) => [
      name,
      env ? ((values[env] as LimitRule | undefined) ?? { limit, windowMs }) : shared,
    ]),
  );
}
