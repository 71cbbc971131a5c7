import { availableParallelism } from 'node:os';
import { type Checks, createChecks } from '../features/checks/check-deps.ts';
import { createDestinations, type Destinations } from '../features/destinations/destination-deps.ts';
import { readLags } from '../features/destinations/lag.ts';
import { createDestinationWorker } from '../features/destinations/worker.ts';
import type { Domains } from '../features/domains/domain-deps.ts';
import { touchKeys } from '../features/keys/key-store.ts';
import { createLogoutWorker } from '../features/oidc/logout-worker.ts';
import { createOidc, type Oidc } from '../features/oidc/oidc-deps.ts';
import { readOutboxes } from '../features/settings/outbox-store.ts';
import { createOAuth, type OAuth } from '../features/social-login/oauth-deps.ts';
import { createSso, type Sso } from '../features/sso/sso-deps.ts';
import { createWebhooks, type Webhooks } from '../features/webhooks/webhook-deps.ts';
import { createWebhookWorker } from '../features/webhooks/worker.ts';
import { createTurns, type Turns } from '../http/turns.ts';
import { touchOrganizationKeys } from '../identity/caller/organization-key-store.ts';
import type { Deps } from '../identity/deps.ts';
import { touchScimTokens } from '../identity/memberships/scim-token-store.ts';
import { touchSessions } from '../identity/sessions/session-store.ts';
import { createBots } from '../platform/bots/bots.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { createCredentials } from '../platform/crypto/credentials.ts';
import { createPasswordStrength } from '../platform/crypto/password-strength.ts';
import { createHasher, type Hasher, type HasherOptions } from '../platform/crypto/passwords.ts';
import type { Key } from '../platform/crypto/seal.ts';
import { createLookups } from '../platform/db/lookups.ts';
import { ReplicaChoice, type ReplicaPool, type Replicas } from '../platform/db/replicas.ts';
import { versionOf } from '../platform/db/server-store.ts';
import type { Sql } from '../platform/db/sql.ts';
import { createWriteBehind } from '../platform/db/write-behind.ts';
import { createLanguages } from '../platform/languages/languages.ts';
import { createLimiter, type Limiter, type LimitStore } from '../platform/limits/limiter.ts';
import { loadStore } from '../platform/limits/load-store.ts';
import { memoryStore } from '../platform/limits/memory.ts';
import type { Log } from '../platform/log.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createResolve, type Resolve } from '../platform/outbound/resolve.ts';
import { createFindTxt, type FindTxt } from '../platform/outbound/txt-records.ts';
import { version } from '../platform/package.ts';
import { withinLimit } from '../platform/recent.ts';
import { createTracer } from '../platform/tracing.ts';
import type { Worker } from '../platform/workers/worker.ts';
import { createOutbox, mailPurpose } from '../records/email/outbox.ts';
import { resendTransport } from '../records/email/resend.ts';
import { consoleTransport, smtpTransport, type Transport } from '../records/email/transport.ts';
import { createMailWorker } from '../records/email/worker.ts';
import { createHooks, type Hooks, hookPurpose } from '../records/hooks/hooks.ts';
import type { DataKeys } from '../records/vault/data-keys.ts';
import { readUpkeep } from './upkeep-store.ts';

const bcryptCost = 12;
const usualStepMs = 150;
/** A request that would wait longer for its turn is refused. */
const mostWaitMs = 10_000;

export type Outside = {
  config: Config;
  log: Log;
  sql: Sql;
  dataKeys: DataKeys;
  /** Replicas that may be read from. */
  replicas?: ReplicaPool[];
  /** Connections only for lookups: callers are identified however long the line for the others is. */
  lookupSql?: Sql;
  clock?: Clock;
  hashing?: Partial<HasherOptions>;
  maxWaitMs?: number;
  answerStepMs?: number;
  transport?: Transport;
  providerTimeoutMs?: number | undefined;
  /** How long a request waits for the store of limits before it goes on uncounted. */
  limitTimeoutMs?: number;
  /** Wakes the worker that sends queued messages, if it runs in another process. */
  wake?: () => void;
  /** Resolves the name of a host that users chose. */
  resolve?: Resolve | undefined;
  findTxt?: FindTxt | undefined;
};

export type Parts = {
  deps: Deps;
  turns: Turns;
  mailWorker: Worker;
  webhookWorker: Worker;
  destinationWorker: Worker;
  logoutWorker: Worker;
  /** Only for the area of that name. */
  checks: Checks;
  domains: Domains;
  sso: Sso;
  oauth: OAuth;
  oidc: Oidc;
  webhooks: Webhooks;
  destinations: Destinations;
  close(): Promise<void>;
};

/** The one place where the parts are put together. Tests bring their own clock and a cheaper hash. */
export function wire({ config, log, sql, dataKeys, clock = systemClock(), ...outside }: Outside): Parts {
  const { lookupSql = sql } = outside;
  const metrics = metricsOf({ sql, lookupSql, clock, log, tools: () => ({ hasher, turns }) });
  const [hasher, turns] = [hasherOf(metrics, outside.hashing), turnsOf(outside)];
  const [mailKey, transport] = [dataKeys.of(mailPurpose), outside.transport ?? mailTransport(config)];
  const webhooks = createWebhooks(config, dataKeys);
  const { resolve, ...domains } = nameServersOf(config, outside);
  const hooks = hooksOf(config, dataKeys, { clock, log, metrics, resolve, rules: webhooks.rules });
  const mailWorker = mailWorkerOf({ sql, clock, log, key: mailKey, transport, hooks }, metrics);
  const wakeOwn = () => void [mailWorker, workers.webhookWorker].map((worker) => worker.wake());
  const deps: Deps = {
    config,
    log,
    clock,
    sql,
    dataKeys,
    replicas: replicasOf({ config, sql, log, clock, metrics }, outside.replicas),
    lookups: createLookups(lookupSql),
    metrics,
    tracer: config.tracing && createTracer({ ...config.tracing, version, log }),
    limiter: limiterOf({ config, clock, log }, metrics, outside.limitTimeoutMs),
    lastUse: lastUseOf(sql, { log, clock, everyMs: config.lastUsedIntervalMs }),
    ...signInToolsOf(config, { clock, log, hasher }, outside.answerStepMs),
    ...outboxOf(config, { clock, key: mailKey, wake: outside.wake ?? wakeOwn }),
    hooks,
    inProcess: { readyCheck: undefined, isDraining: false },
  };
  const checks = createChecks(deps, lookupSql);
  const { rules } = webhooks;
  const [oidc, sso] = [createOidc(deps, rules, resolve), createSso(deps, rules, resolve)];
  const destinations = createDestinations(rules, resolve, dataKeys);
  const workers = { mailWorker, ...sendersOf(deps, { webhooks, destinations, oidc }, resolve) };
  return {
    deps,
    turns,
    ...workers,
    checks,
    domains,
    ...{ sso, oidc, webhooks, destinations },
    oauth: createOAuth(deps, outside.providerTimeoutMs),
    close: () => closeAll(deps, Object.values(workers), [transport.close, checks.subscribers.stop]),
  };
}

function sendersOf(
  deps: Deps,
  { webhooks, destinations, oidc }: Pick<Parts, 'webhooks' | 'destinations' | 'oidc'>,
  resolve: Resolve,
) {
  return {
    webhookWorker: createWebhookWorker(deps, webhooks, resolve),
    destinationWorker: createDestinationWorker(deps, destinations),
    logoutWorker: createLogoutWorker(deps, oidc, webhooks.rules, resolve),
  };
}

type HookTools = Omit<Parameters<typeof createHooks>[0], 'key' | 'processes'>;

function hooksOf({ processes }: Config, dataKeys: DataKeys, tools: HookTools): Hooks {
  return createHooks({ ...tools, key: dataKeys.of(hookPurpose), processes });
}

function mailWorkerOf(tools: Omit<Parameters<typeof createMailWorker>[0], 'onResult'>, { mails }: Metrics) {
  return createMailWorker({ ...tools, onResult: (status: string) => mails.inc({ status }) });
}

function nameServersOf({ dnsServers }: Config, { resolve, findTxt }: Pick<Outside, 'resolve' | 'findTxt'>) {
  return {
    resolve: resolve ?? createResolve(dnsServers),
    findTxt: findTxt ?? createFindTxt(dnsServers),
  };
}

function hasherOf({ hashWait }: Metrics, options: Outside['hashing']): Hasher {
  return createHasher({ cost: bcryptCost, onWait: (seconds) => hashWait.observe(seconds), ...options });
}

function replicasOf(
  { config, sql, ...tools }: Pick<Deps, 'config' | 'sql' | 'log' | 'clock' | 'metrics'>,
  pools: ReplicaPool[] = [],
): Replicas | undefined {
  if (!config.replicas) return undefined;
  const onRead = (server: string) => tools.metrics.lateReads.inc({ server });
  return new ReplicaChoice(sql, pools, config.replicas.maxLagMs, { ...tools, onRead });
}

type SignInTools = Pick<Deps, 'clock' | 'log' | 'hasher'>;

function signInToolsOf(config: Config, { hasher, ...tools }: SignInTools, answerStepMs = usualStepMs) {
  const credentials = createCredentials(config.secrets, config.cookieDomain);
  const [bots, passwordStrength] = [createBots(config, tools), createPasswordStrength()];
  return { hasher, credentials, bots, passwordStrength, answerStepMs };
}

function turnsOf({ hashing, maxWaitMs = mostWaitMs }: Pick<Outside, 'hashing' | 'maxWaitMs'>): Turns {
  return createTurns({ cores: hashing?.concurrency ?? availableParallelism(), maxWaitMs });
}

function limiterOf(
  { config, clock, log }: Pick<Deps, 'config' | 'clock' | 'log'>,
  metrics: Metrics,
  timeoutMs?: number,
): Limiter {
  const onFailOpen = () => metrics.limiterFailOpen.inc();
  return createLimiter({ store: limitStore(config, clock), clock, log, timeoutMs, onFailOpen });
}

async function closeAll(deps: Deps, workers: Worker[], more: ((() => unknown) | undefined)[]): Promise<void> {
  for (const worker of workers) await worker.stop();
  await Promise.all([...more.map((close) => close?.()), closeTools(deps)]);
}

async function closeTools({ hooks, lastUse, limiter, tracer, passwordStrength }: Deps): Promise<void> {
  hooks.close();
  await passwordStrength.stop();
  await tracer?.stop();
  await lastUse.sessions.stop();
  await lastUse.keys.stop();
  await lastUse.organizationKeys.stop();
  await lastUse.scimTokens.stop();
  await limiter.close();
}

type Figures = {
  sql: Sql;
  lookupSql: Sql;
  clock: Clock;
  log: Log;
  tools(): { hasher: Hasher; turns: Turns };
};

function metricsOf({ sql, lookupSql, clock, log, tools }: Figures): Metrics {
  const pools = new Set([sql, lookupSql]);
  const soon = <T>(reading: Promise<T>) => withinLimit(reading, 2000, () => new Error('no answer'));
  const metrics = createMetrics({
    version,
    databaseVersion: () => soon(versionOf(sql)),
    hashesWaiting: () => tools().hasher.waiting() + tools().turns.waiting().costly,
    connections: () => connectionsOf(pools),
    outboxes: () => soon(readOutboxes(sql, clock.now())),
    destinations: () => soon(readLags(sql, clock.now())),
    upkeep: () => soon(readUpkeep(sql)),
  });
  sql.watch.waited = (seconds) => metrics.poolWait.observe(seconds);
  for (const { watch } of pools)
    watch.lostAnswer = ({ message }) => {
      metrics.lostAnswers.inc();
      log.warn({ reason: message }, 'gave up on a connection to the database');
    };
  return metrics;
}

function connectionsOf(pools: Set<Sql>): Record<string, number> {
  const total: Record<string, number> = { busy: 0, idle: 0, connecting: 0 };
  for (const { watch } of pools)
    for (const { state } of watch.connections) total[state] = (total[state] ?? 0) + 1;
  return total;
}

type Pace = { log: Log; clock: Clock; everyMs: number };

function lastUseOf(sql: Sql, { log, clock, everyMs }: Pace): Deps['lastUse'] {
  const behind = (touch: (sql: Sql, ids: string[], times: Date[]) => Promise<void>) =>
    createWriteBehind((ids, times) => touch(sql, ids, times), log, {
      pace: { everyMs, now: () => clock.now().getTime() },
    });
  return {
    sessions: behind(touchSessions),
    keys: behind(touchKeys),
    organizationKeys: behind(touchOrganizationKeys),
    scimTokens: behind(touchScimTokens),
  };
}

function outboxOf(
  { email, branding, baseUrl, emailVerification, locales, mailLayouts: layouts }: Config,
  tools: { clock: Clock; key: Key; wake(): void },
): Pick<Deps, 'languages' | 'outbox'> {
  const languages = createLanguages(locales);
  const assumesVerified = !emailVerification;
  const house = { from: email.from, ...branding, layouts, baseUrl, assumesVerified };
  return { languages, outbox: createOutbox({ ...tools, languages, ...house }) };
}

export function mailTransport({ email }: Config): Transport {
  if (email.resendApiKey) return resendTransport(email.resendApiKey);
  if (email.smtpUrl) return smtpTransport(email.smtpUrl);
  return consoleTransport((text) => console.log(text));
}

export function limitStore({ limitStore }: Config, clock: Clock): LimitStore {
  const { upstashUrl, upstashToken, redisUrl } = limitStore;
  if (upstashUrl && upstashToken)
    return loadStore(async () =>
      (await import('../platform/limits/upstash.ts')).upstashStore(upstashUrl, upstashToken, clock),
    );
  if (redisUrl)
    return loadStore(async () => (await import('../platform/limits/redis.ts')).redisStore(redisUrl, clock));
  return memoryStore(clock);
}
