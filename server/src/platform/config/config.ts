import { isIP } from 'node:net';
import { type LimitName, type LimitRule, mailLimits, rateLimits, type Setting } from '@latchkey/contract';
import type { z } from 'zod';
import { loopbackOf, loopbackOrigins } from '../address.ts';
import { type Agreement, agreementOf } from './agreement.ts';
import { botFaults, botProtectionOf } from './bot-protection.ts';
import { breachCheckOf, breachFaults } from './breach-check.ts';
import { ConfigError } from './config-error.ts';
import { isPublicSuffix, isWithin } from './cookie-domain.ts';
import {
  auditSecretsOf,
  Environment,
  limitsOf,
  type Secrets,
  secretNames,
  type Values,
} from './environment.ts';
import { providerNames } from './fields.ts';
import { hintFor } from './hints.ts';
import { type Layouts, readLayouts } from './layouts.ts';
import { type Locales, readLocales } from './locales.ts';
import { poolsOf, replicaFaults } from './pools.ts';
import { insecureProviders, type OpenIdConfig, providersOf, readNamedProviders } from './providers.ts';
import { settingsOf } from './settings.ts';
import { type FromFile, unknownNames } from './unknown-names.ts';
import { processWarnings, productionWarnings, weakSecrets } from './warnings.ts';

export { ConfigError };

const defaultSender = 'Latchkey <no-reply@localhost>';
/** Variables that only work in pairs. */
const pairs = [
  ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
  ['SEED_ADMIN_EMAIL', 'SEED_ADMIN_PASSWORD'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
] as const;

export type Config = ReturnType<typeof assemble> & { settings: readonly Setting[]; agreement: Agreement };

type Embedded = {
  kind: 'embedded';
  folder: string;
  /** For tests: nothing waits until it is on the disk. */
  isTemporary?: boolean;
};
const embeddedIn = (folder: string): Embedded => ({ kind: 'embedded', folder });

/**
 * The only reader of the environment. `generateSecrets` fills what development leaves out; `fromFile` are those names that
 * a file of variables sets.
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  generateSecrets: (folder: string) => Secrets,
  fromFile?: FromFile,
): Config {
  // An empty variable counts as unset: compose files and .env templates leave them empty.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = Environment.safeParse(given);
  const production = given.NODE_ENV === 'production';
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => faultOf(issue, given));
  const present = (name: string) => given[name] !== undefined;
  for (const [one, other] of pairs)
    if (present(one) !== present(other)) faults.push(`${one} and ${other} must be set together.`);
  const read = parsed.data as Values | undefined;
  faults.push(...secretFaults(given), ...passkeyFaults(read), ...breachFaults(read), ...botFaults(read));
  const names = providerNames.safeParse(given.OAUTH_PROVIDERS ?? '').data ?? [];
  const named = readNamedProviders(given, names);
  const { layouts, faults: layoutFaults } = readLayouts(read?.MAIL_LAYOUT_DIR);
  faults.push(...named.faults, ...layoutFaults, ...replicaFaults(given));
  if (production)
    faults.push(...productionFaults(present), ...weakSecrets(given), ...insecureProviders(given, names));
  if (parsed.success) faults.push(...cookieDomainFaults(parsed.data));
  const locales = readLocales(read ?? {});
  if (typeof locales === 'string') faults.push(locales);
  const unknown = unknownNames(given, names, fromFile);
  if (!parsed.success || typeof locales === 'string' || faults.length > 0)
    throw new ConfigError(faults, unknown);

  const values = parsed.data as Values;
  const folder = /^embedded:(.*)/.exec(values.DATABASE_URL ?? '')?.[1] ?? '.latchkey';
  const missing = secretNames.filter((name) => !values[name]);
  const secrets = {
    ...(missing.length > 0 ? generateSecrets(folder) : undefined),
    ...pick(values),
  } as Secrets;
  const config = assemble(values, secrets, {
    folder,
    secretsGenerated: missing.length > 0,
    named: named.providers,
    locales,
    layouts,
    unknown,
  });
  const settings = settingsOf(given, values, config);
  const agreement = agreementOf({ settings, read: { ...values, ...secrets }, config });
  return Object.freeze({ ...config, settings, agreement });
}

type Issue = { path: PropertyKey[]; message: string };

function faultOf({ path, message }: Issue, given: Record<string, string | undefined>): string {
  const name = path.join('.');
  return `${name} ${message.replace(/\.$/, '')}.${hintFor(name, given)}`;
}

function pick(values: Values): Partial<Secrets> {
  return Object.fromEntries(secretNames.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
}

function secretFaults(given: Record<string, string | undefined>): string[] {
  const set = [...secretNames, 'AUDIT_SECRET'].filter((name) => given[name]);
  const repeated = set.filter((name, at) => set.findIndex((other) => given[other] === given[name]) < at);
  return repeated.map((name) => `${name} must differ from the other secrets.`);
}

function productionFaults(present: (name: string) => boolean): string[] {
  const missing = ['DATABASE_URL', ...secretNames]
    .filter((name) => !present(name))
    .map((name) => `${name} is not set.`);
  if (!present('RESEND_API_KEY') && !present('SMTP_URL'))
    missing.push('RESEND_API_KEY or SMTP_URL must be set: in production, emails must not go to the console.');
  return missing;
}

/** Browsers accept no cookie for a domain that the host is not in. */
function cookieDomainFaults({ BASE_URL, PORT, COOKIE_DOMAIN }: z.infer<typeof Environment>): string[] {
  const { hostname } = new URL(baseUrlOf({ BASE_URL, PORT }));
  return COOKIE_DOMAIN === undefined || isWithin(hostname, COOKIE_DOMAIN)
    ? []
    : ['COOKIE_DOMAIN must be the host of BASE_URL or a domain above it.'];
}

function baseUrlOf({ BASE_URL, PORT }: { BASE_URL?: string | undefined; PORT: number }): string {
  return BASE_URL ?? `http://localhost:${PORT}`;
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one field a line, nothing is decided here
function assemble(
  values: Values,
  secrets: Secrets,
  {
    folder,
    secretsGenerated,
    named,
    locales,
    layouts,
    unknown,
  }: {
    folder: string;
    secretsGenerated: boolean;
    named: OpenIdConfig[];
    locales: Locales;
    layouts: Layouts;
    unknown: string[];
  },
) {
  const production = values.NODE_ENV === 'production';
  const baseUrl = baseUrlOf(values);
  const host = values.HOST ?? (production ? '0.0.0.0' : 'localhost');
  const shared: LimitRule = { limit: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW };
  return Object.freeze({
    environment: values.NODE_ENV,
    production,
    warnings: [
      ...(production ? productionWarnings(values, { baseUrl, sender: defaultSender }) : []),
      ...processWarnings(values),
      ...locales.warnings,
      ...unknown,
    ],
    database: values.DATABASE_URL?.startsWith('postgres')
      ? { kind: 'server' as const, url: values.DATABASE_URL }
      : embeddedIn(folder),
    ...poolsOf(values),
    folder,
    secrets: {
      session: secrets.SESSION_SECRET,
      accessToken: secrets.JWT_SECRET,
      refreshToken: secrets.JWT_REFRESH_SECRET,
      generated: secretsGenerated,
      previous: {
        session: values.SESSION_SECRET_PREVIOUS,
        accessToken: values.JWT_SECRET_PREVIOUS,
        refreshToken: values.JWT_REFRESH_SECRET_PREVIOUS,
      },
    },
    baseUrl,
    cookieDomain: values.COOKIE_DOMAIN,
    secureCookies: production || new URL(baseUrl).protocol === 'https:',
    // Development is opened at 127.0.0.1 as often as at localhost.
    origins: [
      new URL(baseUrl).origin,
      ...(production ? [] : loopbackOrigins(baseUrl)),
      ...values.ALLOWED_ORIGINS,
    ],
    corsOrigins: values.ALLOWED_ORIGINS,
    host,
    port: values.PORT,
    processes: values.WEB_CONCURRENCY,
    metricsPort: values.METRICS_PORT,
    // Metrics are for this machine, unless told otherwise.
    metricsHost: values.METRICS_HOST ?? loopbackOf(host),
    tracing: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: values.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: values.OTEL_SERVICE_NAME,
        }
      : undefined,
    trustProxy: values.TRUST_PROXY,
    // Long enough for a proxy that checks every second and acts on the second failure.
    drainNoticeMs: (values.DRAIN_SECONDS ?? (production && values.TRUST_PROXY !== false ? 3 : 0)) * 1000,
    webhookAllowedNetworks: values.WEBHOOK_ALLOWED_NETWORKS,
    /** Undefined: those of the system. */
    dnsServers: values.DNS_SERVERS,
    logLevel: values.LOG_LEVEL,
    email: {
      from: values.EMAIL_FROM ?? defaultSender,
      resendApiKey: values.RESEND_API_KEY,
      smtpUrl: values.SMTP_URL,
    },
    branding: {
      productName: values.PRODUCT_NAME,
      logoUrl: values.LOGO_URL ?? null,
      accentColor: values.ACCENT_COLOR,
    },
    locales: { offered: locales.offered, fallback: locales.fallback },
    /** The operator's own, read once. */
    mailLayouts: layouts,
    emailVerification: values.ENABLE_EMAIL_VERIFICATION,
    twoFactorForAll: values.ENABLE_TWO_FACTOR_AUTH,
    passkeyDomain: passkeyDomainOf(values),
    apiDocs: values.API_DOCS === 'on',
    emailLogin: values.ENABLE_EMAIL_LOGIN,
    botProtection: botProtectionOf(values),
    features: {
      oidc: values.ENABLE_OIDC,
      sso: values.ENABLE_SSO,
      dynamicClients: values.ENABLE_OIDC && values.ENABLE_DYNAMIC_CLIENTS,
      mcp: values.ENABLE_MCP,
      accountDeletion: values.ACCOUNT_DELETION_GRACE_DAYS !== 'off',
    },
    /** Clients that a document describes, and where it may be: undefined stands for anywhere. */
    clientMetadata: values.ENABLE_OIDC &&
      values.ENABLE_CLIENT_METADATA && { hosts: values.CLIENT_METADATA_HOSTS },
    signingKeyDays: values.OIDC_KEY_ROTATION_DAYS,
    providers: providersOf(values, named),
    /** Providers that are not set up, or are turned off, are known all the same. */
    knownProviders: ['google', 'github', ...values.OAUTH_PROVIDERS],
    passwordBreachCheck: breachCheckOf(values),
    severalOrganizations: values.ALLOW_SEVERAL_ORGANIZATIONS,
    organizationCreation: values.ALLOW_ORGANIZATION_CREATION,
    organizationRoles: values.ALLOW_ORGANIZATION_ROLES,
    impersonationReason: values.IMPERSONATION_REASON,
    organizationKeyLimit: values.ORGANIZATION_KEY_LIMIT,
    auditApiKeyUse: values.AUDIT_API_KEY_USE,
    auditSecrets: auditSecretsOf(values, secrets.SESSION_SECRET),
    /** Undefined: entries are kept forever. */
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    /** Undefined: the log of sent and failed mail is kept forever. */
    emailLogRetentionDays: values.EMAIL_LOG_RETENTION_DAYS,
    /** Undefined: accounts that aren't used stay active. */
    inactiveAccountDays: values.INACTIVE_ACCOUNT_DAYS,
    deletionGraceDays: values.ACCOUNT_DELETION_GRACE_DAYS === 'off' ? 0 : values.ACCOUNT_DELETION_GRACE_DAYS,
    twoFactorIssuer: values.TWO_FACTOR_ISSUER,
    upload: {
      maxBytes: values.UPLOAD_MAX_SIZE,
      imageTypes: values.UPLOAD_ALLOWED_TYPES.filter((type) => type.startsWith('image/')),
    },
    limits: limitsOf(rateLimits, values, shared) as Record<LimitName, LimitRule>,
    mailLimits: limitsOf(mailLimits, values, shared) as Record<keyof typeof mailLimits, LimitRule>,
    lastUsedIntervalMs: values.LAST_USED_INTERVAL * 1000,
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

/** Browsers accept a passkey's domain only from a page on or below it, and refuse a public suffix. */
function passkeyFaults(values: Values | undefined): string[] {
  const domain = values?.WEBAUTHN_RP_ID;
  if (!values || domain === undefined) return [];
  const { hostname } = new URL(baseUrlOf(values));
  if (hostname === domain || (!isPublicSuffix(domain) && isWithin(hostname, domain))) return [];
  return ['WEBAUTHN_RP_ID must be the host of BASE_URL, or a domain above it.'];
}

/** Null where browsers support no passkeys: on a bare IP address. */
function passkeyDomainOf(values: Values): string | null {
  const { hostname } = new URL(baseUrlOf(values));
  return values.WEBAUTHN_RP_ID ?? (isIP(hostname.replace(/^\[|\]$/g, '')) ? null : hostname);
}
