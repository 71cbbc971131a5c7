import { buildApp } from './app.ts';
import { atRest } from './at-rest.ts';
import { type SystemClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { databaseAhead } from './db/clock-offset-store.ts';
import { connect, type Database } from './db/connect.ts';
import type { Deps } from './deps.ts';
import { checkPorts } from './free-ports.ts';
import type { Log } from './logger.ts';
import { serveMetrics } from './serve-metrics.ts';
import { isFresh } from './setup/store.ts';
import { type Running, type Start, start } from './start.ts';
import { startUpkeep } from './upkeep.ts';
import { hintAtAdmin, seedAdmin } from './users/seed-admin.ts';
import { openDataKeys, sessionSecretsOf } from './vault/data-keys.ts';
import { type Outside, type Parts, wire } from './wire.ts';

const alignMs = 60_000;
/** Anything less is the round trip to the database. */
const noticeableMicroseconds = 5000;

const notResealed =
  'sealed data still needs SESSION_SECRET_PREVIOUS; run "latchkey secrets reseal" to end that';

const neverStopping = new AbortController().signal;

/** The whole service in this process: first the house, then its door. */
export function serve(config: Config, log: Log, stopping: AbortSignal = neverStopping): Promise<Running> {
  return start({ config, log, stopping }, async (starting) => {
    const house = await openHouse(starting);
    const address = await openDoor(starting, house);
    await serveMetrics(starting, () => house.deps.metrics.registry);
    keepHouse(starting, house);
    return { address, isFresh: house.isFresh };
  });
}

export type House = Parts & { clock: SystemClock };

/** Database, schema, first ADMIN: once, however many processes serve from it. */
export async function openHouse(starting: Start): Promise<House & { isFresh: boolean }> {
  const { config, log, stopping, opened, unlessStopped } = starting;
  await checkPorts(config);
  const database = await connect(config, log, { stopping });
  opened.push(() => database.close());
  await unlessStopped(database.migrate(log));
  const house = await furnish(starting, database);
  await unlessStopped(seedAdmin(house.deps));
  await unlessStopped(hintAtAdmin(house.deps));
  const fresh = config.environment === 'development' && (await unlessStopped(isFresh(house.deps.sql)));
  return { ...house, isFresh: fresh };
}

export async function furnish(
  { config, log, opened, unlessStopped }: Start,
  { sql, lookupSql }: Database,
  outside: Pick<Outside, 'hashing' | 'wake'> = {},
): Promise<House> {
  const clock = systemClock();
  const secrets = sessionSecretsOf(config.secrets);
  const dataKeys = await unlessStopped(openDataKeys(sql, secrets, atRest.columns, clock.now()));
  if (!dataKeys.current) log.warn(notResealed);
  const parts = wire({ config, log, sql, lookupSql, clock, dataKeys, ...outside });
  opened.push(() => parts.close());
  return { ...parts, clock };
}

/** Where requests come in. */
export async function openDoor(starting: Start, { clock, ...parts }: House): Promise<string> {
  const { config, opened, unlessStopped } = starting;
  const { host, port } = config;
  const app = buildApp(parts);
  const address = await app.listen({ host, port });
  opened.push(() => app.close());
  await unlessStopped(alignClock(parts.deps, clock));
  const aligner = setInterval(() => void alignClock(parts.deps, clock), alignMs).unref();
  opened.push(() => clearInterval(aligner));
  return address;
}

/** What no request waits for: mail, webhooks, upkeep. */
export function keepHouse({ opened, log }: Start, { deps, oidc, ...workers }: House): void {
  log.debug('this process handles mail, webhooks and upkeep');
  workers.mailWorker.start();
  workers.webhookWorker.start();
  workers.logoutWorker.start();
  const upkeep = startUpkeep(deps, oidc);
  opened.push(() => upkeep.stop());
}

/** Nodes order arrivals against each other's commits: the clock they share is the database's. */
async function alignClock({ sql, log }: Deps, clock: SystemClock): Promise<void> {
  try {
    const ahead = await databaseAhead(sql, () => clock.instant());
    if (Math.abs(ahead) < noticeableMicroseconds) return;
    clock.align(ahead);
    log.info({ aheadMs: Math.round(ahead / 1000) }, 'clock set from the database');
  } catch (error) {
    log.warn({ err: error }, "could not read the database's clock");
  }
}
