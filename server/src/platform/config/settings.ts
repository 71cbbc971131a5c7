import {
  canParseUrl,
  type LimitRule,
  mailLimits,
  rateLimits,
  type Setting,
  type SettingGroup,
} from '@latchkey/contract';
import { parseDatabaseUrl } from './database-url.ts';
import type { Environment } from './environment.ts';

/** What leaves of a variable: its value, only the host of the address in it, or only whether it is set. */
type Shown = 'value' | 'host' | 'secret';
type Variable = keyof typeof Environment.shape;

const value = 'value';
const host = 'host';
const secret = 'secret';

/** Every variable but the limits of single routes, in the order of docs/configuration.md. Each says what may be shown. */
const groups = {
  service: {
    NODE_ENV: value,
    BASE_URL: value,
    HOST: value,
    PORT: value,
    WEB_CONCURRENCY: value,
    LAST_USED_INTERVAL: value,
    ALLOWED_ORIGINS: value,
    COOKIE_DOMAIN: value,
    TRUST_PROXY: value,
    DRAIN_SECONDS: value,
    WEBHOOK_ALLOWED_NETWORKS: value,
    DNS_SERVERS: value,
    SEED_ADMIN_EMAIL: value,
    SEED_ADMIN_PASSWORD: secret,
  },
  database: {
    DATABASE_URL: host,
    DATABASE_POOL_SIZE: value,
    DATABASE_PREPARE: value,
    DATABASE_READ_URL: host,
    READ_MAX_LAG_MS: value,
  },
  secrets: {
    SESSION_SECRET: secret,
    JWT_SECRET: secret,
    JWT_REFRESH_SECRET: secret,
    SESSION_SECRET_PREVIOUS: secret,
    JWT_SECRET_PREVIOUS: secret,
    JWT_REFRESH_SECRET_PREVIOUS: secret,
    AUDIT_SECRET: secret,
    AUDIT_SECRET_PREVIOUS: secret,
  },
  mail: { EMAIL_FROM: value, SMTP_URL: host, RESEND_API_KEY: secret },
  sign_in: {
    ENABLE_EMAIL_VERIFICATION: value,
    ENABLE_TWO_FACTOR_AUTH: value,
    TWO_FACTOR_ISSUER: value,
    WEBAUTHN_RP_ID: value,
    ENABLE_EMAIL_LOGIN: value,
    BOT_PROTECTION: value,
    BOT_POW_COST: value,
    BOT_SITE_KEY: value,
    BOT_SECRET_KEY: secret,
    BOT_VERIFY_URL: host,
    PASSWORD_BREACH_CHECK: value,
    PASSWORD_BREACH_URL: host,
    PASSWORD_BREACH_FILE: value,
  },
  providers: {
    ENABLE_SOCIAL_LOGIN: value,
    ENABLE_SSO: value,
    GOOGLE_CLIENT_ID: value,
    GOOGLE_CLIENT_SECRET: secret,
    GOOGLE_ISSUER: host,
    GITHUB_CLIENT_ID: value,
    GITHUB_CLIENT_SECRET: secret,
    GITHUB_URL: host,
    GITHUB_API_URL: host,
    OAUTH_PROVIDERS: value,
  },
  applications: {
    ENABLE_OIDC: value,
    ENABLE_DYNAMIC_CLIENTS: value,
    ENABLE_MCP: value,
    ENABLE_CLIENT_METADATA: value,
    CLIENT_METADATA_HOSTS: value,
    OIDC_KEY_ROTATION_DAYS: value,
    API_DOCS: value,
  },
  organizations: {
    ALLOW_SEVERAL_ORGANIZATIONS: value,
    ALLOW_ORGANIZATION_CREATION: value,
    ALLOW_ORGANIZATION_ROLES: value,
    ORGANIZATION_KEY_LIMIT: value,
    IMPERSONATION_REASON: value,
  },
  looks: {
    LOCALES: value,
    DEFAULT_LOCALE: value,
    LOCALES_DIR: value,
    PRODUCT_NAME: value,
    LOGO_URL: value,
    ACCENT_COLOR: value,
    MAIL_LAYOUT_DIR: value,
  },
  limits: {
    REDIS_URL: host,
    UPSTASH_REDIS_REST_URL: host,
    UPSTASH_REDIS_REST_TOKEN: secret,
    UPLOAD_MAX_SIZE: value,
    UPLOAD_ALLOWED_TYPES: value,
  },
  retention: {
    AUDIT_RETENTION_DAYS: value,
    EMAIL_LOG_RETENTION_DAYS: value,
    INACTIVE_ACCOUNT_DAYS: value,
    ACCOUNT_DELETION_GRACE_DAYS: value,
  },
  observation: {
    AUDIT_API_KEY_USE: value,
    METRICS_PORT: value,
    METRICS_HOST: value,
    OTEL_EXPORTER_OTLP_ENDPOINT: host,
    OTEL_EXPORTER_OTLP_HEADERS: secret,
    OTEL_SERVICE_NAME: value,
    LOG_LEVEL: value,
  },
} as const satisfies Record<SettingGroup, Partial<Record<Variable, Shown>>>;

/** Variables of which only the host leaves. */
export const addressVariables: ReadonlySet<string> = new Set(
  Object.values(groups).flatMap((group) =>
    Object.entries(group).flatMap(([variable, shown]) => (shown === host ? [variable] : [])),
  ),
);

type Given = Record<string, string | undefined>;
type Limits = Record<string, LimitRule>;
/** What counts where a variable isn't set, and is worked out from others. */
type Counting = {
  baseUrl: string;
  host: string;
  folder: string;
  email: { from: string };
  passkeyDomain: string | null;
  limits: Limits;
  mailLimits: Limits;
};

/** What may be told about the configuration. No secret is in it. */
export function settingsOf(given: Given, read: Record<string, unknown>, config: Counting): Setting[] {
  const values: Record<string, unknown> = {
    ...read,
    BASE_URL: config.baseUrl,
    HOST: config.host,
    DATABASE_URL: `embedded:${config.folder}`,
    EMAIL_FROM: config.email.from,
    WEBAUTHN_RP_ID: config.passkeyDomain,
  };
  const named = Object.entries(groups).flatMap(([group, variables]) =>
    Object.entries(variables).map(([variable, shown]): Setting => {
      const isSet = given[variable] !== undefined;
      const leaves = shown === 'secret' ? null : shownOf(shown, given[variable], values[variable]);
      return { variable, group: group as SettingGroup, isSet, secret: shown === 'secret', value: leaves };
    }),
  );
  return [...named, ...limitsIn(given, { ...config.limits, ...config.mailLimits })];
}

function shownOf(shown: 'value' | 'host', given: string | undefined, counts: unknown): Setting['value'] {
  if (shown === 'host') return hostIn(given ?? (typeof counts === 'string' ? counts : undefined));
  if (typeof counts === 'boolean' || typeof counts === 'number') return counts;
  if (given !== undefined) return given;
  if (Array.isArray(counts)) return counts.join(', ') || null;
  return typeof counts === 'string' ? counts : null;
}

/** Never the user, the password, the path or the query of an address. */
function hostIn(address: string | undefined): string | null {
  if (!address) return null;
  if (address.startsWith('embedded:')) return address;
  if (/^postgres/i.test(address))
    return parseDatabaseUrl(address)
      .hosts.map(({ host: name, port }) => `${name}:${port}`)
      .join(', ');
  // One with several hosts is no URL: better nothing than a part of a password.
  return canParseUrl(address) ? new URL(address).host : null;
}

function limitsIn(given: Given, limits: Limits): Setting[] {
  const known = { ...rateLimits, ...mailLimits };
  const shared = { RATE_LIMIT_MAX: limits.auth?.limit, RATE_LIMIT_WINDOW: limits.auth?.windowMs };
  const one = (variable: string, counts: Setting['value']): Setting => {
    const isSet = given[variable] !== undefined;
    return { variable, group: 'limits', isSet, secret: false, value: counts };
  };
  return [
    ...Object.entries(known).flatMap(([name, { env }]) =>
      env ? [one(env, given[env] ?? inShort(limits[name]))] : [],
    ),
    ...Object.entries(shared).map(([variable, counts]) => one(variable, counts ?? null)),
  ];
}

/** As the variable would say it: 10/15m. */
function inShort(rule: LimitRule | undefined): string | null {
  if (!rule) return null;
  const minutes = rule.windowMs / 60_000;
  return `${rule.limit}/${minutes % 60 === 0 ? `${minutes / 60}h` : `${minutes}m`}`;
}
