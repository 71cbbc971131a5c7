import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import { warnOfUncheckedBreaches } from '../features/policies/unchecked-breaches.ts';
import { isFresh } from '../features/setup/setup-store.ts';
import { hintAtAdmin, seedAdmin } from '../features/users/admins.ts';
import { openSeveralOrganizations } from '../identity/memberships/several-store.ts';
import { type SystemClock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config/config.ts';
import { alignClock } from '../platform/db/align-clock.ts';
import { connect, type Database } from '../platform/db/connect.ts';
import { versionOf } from '../platform/db/server-store.ts';
import type { Log } from '../platform/log.ts';
import { openDataKeys, sessionSecretsOf } from '../records/vault/data-keys.ts';
import { addressesOf } from './addresses.ts';
import { buildApp } from './app.ts';
import { startHeartbeat } from './heartbeat.ts';
import { checkPorts, type Running, type Start, start } from './start.ts';
import { atRest, startUpkeep } from './upkeep.ts';
import { type Outside, type Parts, wire } from './wire.ts';

/** On a separate port, if any: metrics about the service are not for its users. */
export async function serveMetrics(
  { config, log, opened }: Pick<Start, 'config' | 'log' | 'opened'>,
  gather: () => Promise<Registry> | Registry,
): Promise<void> {
  const { metricsPort, metricsHost } = config;
  if (metricsPort === undefined) return;
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const registry = await gather();
      const text = await registry.metrics();
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
    } catch (error) {
      log.error({ err: error }, 'metrics failed');
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { variable: 'METRICS_PORT' })));
    server.listen(metricsPort, metricsHost, resolve);
  });
  opened.push(() => {
    server.close();
    server.closeAllConnections();
  });
}

const alignMs = 60_000;

const notResealed =
  'sealed data still needs SESSION_SECRET_PREVIOUS; run "npx latchkey secrets reseal" to end that';

const neverStopping = new AbortController().signal;

/** The whole service in this process: opens the database, listens, then starts the background work. */
export function serve(config: Config, log: Log, stopping: AbortSignal = neverStopping): Promise<Running> {
  return start({ config, log, stopping }, async (starting) => {
    const service = await prepareService(starting);
    const address = await startListening(starting, service);
    await serveMetrics(starting, () => service.deps.metrics.registry);
    startBackgroundWork(starting, service);
    return { address, postgres: service.postgres, isFresh: service.isFresh };
  });
}

export type Service = Parts & { clock: SystemClock };

/** Database, schema, first ADMIN: once, however many processes serve from it. */
export async function prepareService(
  starting: Start,
): Promise<Service & { postgres: string; isFresh: boolean }> {
  const { config, log, stopping, opened, unlessStopped } = starting;
  await checkPorts(config);
  const database = await connect(config, log, { stopping });
  opened.push(() => database.close());
  await unlessStopped(database.migrate(log));
  const service = await buildService(starting, database);
  if (config.severalOrganizations)
    await unlessStopped(openSeveralOrganizations(database.sql, service.clock.now()));
  await unlessStopped(seedAdmin(service.deps));
  await unlessStopped(hintAtAdmin(service.deps));
  await unlessStopped(warnOfUncheckedBreaches(service.deps));
  await unlessStopped(service.deps.limiter.tryStore());
  const fresh = config.environment === 'development' && (await unlessStopped(isFresh(service.deps.sql)));
  return { ...service, postgres: await unlessStopped(versionOf(database.sql)), isFresh: fresh };
}

export async function buildService(
  { config, log, opened, unlessStopped }: Start,
  { sql, lookupSql, replicas }: Database,
  outside: Pick<Outside, 'hashing' | 'wake'> = {},
): Promise<Service> {
  const clock = systemClock();
  const secrets = sessionSecretsOf(config.secrets);
  const dataKeys = await unlessStopped(openDataKeys(sql, secrets, atRest.columns, clock.now()));
  if (!dataKeys.current) log.warn(notResealed);
  const parts = wire({ config, log, sql, lookupSql, replicas, clock, dataKeys, ...outside });
  opened.push(() => parts.close());
  return { ...parts, clock };
}

/** Connections that may wait to be accepted. Node.js asks for 511: past that, a client tries again only seconds later. */
const backlog = 4096;

/**
 * The HTTP servers for requests, one for each address: the framework would serve the second with a server that neither drains
 * nor cuts off who stalls.
 */
export async function startListening(starting: Start, { clock, ...parts }: Service): Promise<string> {
  const { config, opened, unlessStopped } = starting;
  const apps: ReturnType<typeof buildApp>[] = [];
  opened.push(() => Promise.all(apps.map((app) => app.close())));
  const urls: string[] = [];
  for (const host of await addressesOf(config.host)) {
    const app = buildApp(parts);
    apps.push(app);
    // The system chooses one port for all of them.
    const port = config.port || Number(new URL(urls[0] ?? 'http://localhost').port);
    urls.push(await app.listen({ host, port, backlog }));
  }
  await unlessStopped(alignClock(parts.deps, clock));
  const aligner = setInterval(() => void alignClock(parts.deps, clock), alignMs).unref();
  opened.push(() => clearInterval(aligner));
  return urls.join(', ');
}

/** Background work: mail, webhooks, event destinations, upkeep, and telling that this node runs. */
export function startBackgroundWork(
  { opened, log }: Start,
  { deps, oidc, domains, sso, ...workers }: Service,
): void {
  log.debug('this process handles mail, webhooks and upkeep');
  workers.mailWorker.start();
  workers.webhookWorker.start();
  workers.destinationWorker.start();
  workers.logoutWorker.start();
  const upkeep = startUpkeep(deps, { oidc, domains, sso });
  opened.push(() => upkeep.stop());
  const heartbeat = startHeartbeat(deps);
  opened.push(() => heartbeat.stop());
}
