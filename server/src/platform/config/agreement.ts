import type { Setting } from '@latchkey/contract';
import type { Environment } from './environment.ts';
import type { Layouts } from './layouts.ts';
import type { Locales } from './locales.ts';
import type { ProviderConfig } from './providers.ts';
import { addressVariables } from './settings.ts';

/** What all nodes of a service must have in common, by variable. Null: not set. It holds secrets. */
export type Agreement = {
  /** Values that may be told. */
  told: Record<string, string | null>;
  /** Secrets, addresses that may hold one, and the content of files. */
  untold: Record<string, string | null>;
};

/** Each node may set these as its machine and its network need them. */
const ofEachNode: ReadonlySet<string> = new Set<keyof typeof Environment.shape>([
  'HOST',
  'PORT',
  'WEB_CONCURRENCY',
  'TRUST_PROXY',
  'DRAIN_SECONDS',
  'DNS_SERVERS',
  'SEED_ADMIN_EMAIL',
  'SEED_ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_PREPARE',
  'LOCALES_DIR',
  'MAIL_LAYOUT_DIR',
  'PASSWORD_BREACH_FILE',
  'METRICS_PORT',
  'METRICS_HOST',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_SERVICE_NAME',
  'LOG_LEVEL',
]);

type Given = {
  settings: readonly Setting[];
  /** Values as they were read, with the secrets in use. */
  read: Record<string, unknown>;
  config: { providers: readonly ProviderConfig[]; locales: Pick<Locales, 'offered'>; mailLayouts: Layouts };
};

export function agreementOf({ settings, read, config }: Given): Agreement {
  const common = settings.filter(({ variable }) => !ofEachNode.has(variable));
  const isUntold = ({ variable, secret }: Setting) => secret || addressVariables.has(variable);
  const told = common.filter((setting) => !isUntold(setting));
  return {
    told: Object.fromEntries(
      told.map(({ variable, value }) => [
        variable,
        textOf(read[variable]) ?? (value === null ? null : String(value)),
      ]),
    ),
    untold: {
      ...Object.fromEntries(
        common.filter(isUntold).map(({ variable }) => [variable, exactly(read[variable])]),
      ),
      ...contentsOf(config),
    },
  };
}

/** Lists as they were read, so that spaces between their parts make no difference. */
function textOf(value: unknown): string | undefined {
  return Array.isArray(value) && value.length > 0 ? value.join(', ') : undefined;
}

function exactly(value: unknown): string | null {
  const text = JSON.stringify(value ?? null);
  return text === 'null' || text === '[]' ? null : text;
}

/** Of the files in two folders, and of the variables that begin with a provider's name. */
function contentsOf({ providers, locales, mailLayouts }: Given['config']): Agreement['untold'] {
  const named = providers.filter(({ name }) => name !== 'google' && name !== 'github');
  return {
    LOCALES_DIR: exactly(locales.offered),
    MAIL_LAYOUT_DIR: mailLayouts.html || mailLayouts.text ? exactly(mailLayouts) : null,
    ...Object.fromEntries(named.map((provider) => [`${provider.name.toUpperCase()}_*`, exactly(provider)])),
  };
}
