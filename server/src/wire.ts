import { touchSessions } from './accounts/session-store.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { createCredentials } from './crypto/credentials.ts';
import { createHasher } from './crypto/passwords.ts';
import { deriveKey } from './crypto/seal.ts';
import { createLookups } from './db/lookups.ts';
import type { Sql } from './db/sql.ts';
import { createWriteBehind } from './db/write-behind.ts';
import type { Deps } from './deps.ts';
import { createOutbox } from './email/outbox.ts';
import { consoleTransport, resendTransport, smtpTransport, type Transport } from './email/transport.ts';
import { createMailWorker } from './email/worker.ts';
import { touchKeys } from './keys/store.ts';
import { createLimiter } from './limits/limiter.ts';
import { loadStore } from './limits/load-store.ts';
import { memoryStore } from './limits/memory.ts';
import type { LimitStore } from './limits/store.ts';
import type { Log } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { createOAuth, type OAuth } from './oauth/parts.ts';
import { createLogoutWorker } from './oidc/logout-worker.ts';
import { createOidc, type Oidc } from './oidc/parts.ts';
import type { Resolve } from './outbound/resolve.ts';
import { createWebhooks, type Webhooks } from './webhooks/parts.ts';
import { createWebhookWorker } from './webhooks/worker.ts';
import type { Worker } from './workers/worker.ts';

const bcryptCost = 12;

export type Outside = {
  config: Config;
  log: Log;
  sql: Sql;
  /** Connections for look-ups alone: whoever is calling is known however long the line at the others is. */
  lookupSql?: Sql;
  clock?: Clock;
  hashing?: Partial<Parameters<typeof createHasher>[0]>;
  transport?: Transport;
  providerTimeoutMs?: number | undefined;
  /** Tells whoever sends what was queued, where that is another process. */
  wake?: () => void;
  /** Who is asked what the name of a webhook's host means. */
  resolve?: Resolve | undefined;
};

export type Parts = {
  deps: Deps;
  mailWorker: Worker;
  webhookWorker: Worker;
  logoutWorker: Worker;
  /** For the area of that name alone. */
  oauth: OAuth;
  oidc: Oidc;
  webhooks: Webhooks;
  close(): Promise<void>;
};

/** The one place where the parts are put together. Tests bring a clock of their own and a cheaper hash. */
export function wire({ config, log, sql, clock = systemClock(), ...outside }: Outside): Parts {
  const hasher = createHasher({ cost: bcryptCost, ...outside.hashing });
  const metrics = createMetrics(hasher.waiting);
  const mailKey = deriveKey(config.secrets.session, 'mail');
  const transport = outside.transport ?? mailTransport(config);
  const onResult = (status: string) => metrics.mails.inc({ status });
  const mailWorker = createMailWorker({ sql, clock, log, key: mailKey, transport, onResult });
  const onFailOpen = () => metrics.limiterFailOpen.inc();
  const limiter = createLimiter({ store: limitStore(config, clock), clock, log, onFailOpen });
  const lastUse = lastUseOf(sql, log);
  const wakeOwn = () => {
    mailWorker.wake();
    webhookWorker.wake();
  };
  const deps = {
    config,
    log,
    clock,
    sql,
    lookups: createLookups(outside.lookupSql ?? sql),
    metrics,
    limiter,
    lastUse,
    hasher,
    credentials: createCredentials(config.secrets, config.cookieDomain),
    outbox: outboxOf(config, clock, mailKey, outside.wake ?? wakeOwn),
  };
  const webhooks = createWebhooks(config);
  const webhookWorker = createWebhookWorker(deps, webhooks, outside.resolve);
  const oidc = createOidc(deps);
  const logoutWorker = createLogoutWorker(deps, oidc, webhooks.rules, outside.resolve);
  const workers = { mailWorker, webhookWorker, logoutWorker };
  return {
    deps,
    ...workers,
    oidc,
    webhooks,
    oauth: createOAuth(deps, outside.providerTimeoutMs),
    async close() {
      for (const worker of Object.values(workers)) await worker.stop();
      await transport.close?.();
      for (const noted of Object.values(lastUse)) await noted.stop();
      await limiter.close();
    },
  };
}

function lastUseOf(sql: Sql, log: Log): Deps['lastUse'] {
  return {
    sessions: createWriteBehind((ids, times) => touchSessions(sql, ids, times), log),
    keys: createWriteBehind((ids, times) => touchKeys(sql, ids, times), log),
  };
}

function outboxOf(
  { email, branding, baseUrl }: Config,
  clock: Clock,
  key: Buffer,
  wake: () => void,
): Deps['outbox'] {
  return createOutbox({ clock, key, from: email.from, productName: branding.productName, baseUrl, wake });
}

function mailTransport({ email }: Config): Transport {
  if (email.resendApiKey) return resendTransport(email.resendApiKey);
  if (email.smtpUrl) return smtpTransport(email.smtpUrl);
  return consoleTransport((text) => console.log(text));
}

function limitStore({ limitStore }: Config, clock: Clock): LimitStore {
  const { upstashUrl, upstashToken, redisUrl } = limitStore;
  if (upstashUrl && upstashToken)
    return loadStore(async () =>
      (await import('./limits/upstash.ts')).upstashStore(upstashUrl, upstashToken, clock),
    );
  if (redisUrl) return loadStore(async () => (await import('./limits/redis.ts')).redisStore(redisUrl, clock));
  return memoryStore(clock);
}
