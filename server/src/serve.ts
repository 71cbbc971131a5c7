import { createServer } from 'node:http';
import { buildApp } from './app.ts';
import { type SystemClock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { databaseAhead } from './db/clock-offset-store.ts';
import { connect } from './db/connect.ts';
import type { Deps } from './deps.ts';
import type { Log } from './logger.ts';
import { startUpkeep } from './upkeep.ts';
import { seedAdmin } from './users/seed-admin.ts';
import { type Parts, wire } from './wire.ts';

const alignMs = 60_000;
/** Less than this is the way to the database and back. */
const noticeableMicroseconds = 5000;

export type Running = { address: string; close(): Promise<void> };
type Close = () => unknown;

const neverStopping = new AbortController().signal;

/**
 * Database, schema, first ADMIN, then the door is opened. Closing goes the other way round; so does a start that fails,
 * or is broken off by `stopping`: it rejects when everything is closed.
 */
export async function serve(
  config: Config,
  log: Log,
  stopping: AbortSignal = neverStopping,
): Promise<Running> {
  const opened: Close[] = [];
  const close = async () => {
    for (const each of opened.splice(0).reverse()) await closeOne(each, log);
  };
  const unlessStopped = breaker(stopping);
  try {
    const database = await connect(config, log, { stopping });
    opened.push(() => database.close());
    await unlessStopped(database.migrate(log));
    const clock = systemClock();
    const { sql, lookupSql } = database;
    const parts = wire({ config, log, sql, lookupSql, clock });
    const { deps } = parts;
    opened.push(() => parts.close());
    await unlessStopped(seedAdmin(deps));
    const { address, close: stopListening } = await listen(parts);
    opened.push(stopListening);
    if (config.metricsPort !== undefined) opened.push(await serveMetrics(deps, config.metricsPort));
    await unlessStopped(alignClock(deps, clock));
    const aligner = setInterval(() => void alignClock(deps, clock), alignMs).unref();
    opened.push(() => clearInterval(aligner));
    parts.mailWorker.start();
    parts.webhookWorker.start();
    const upkeep = startUpkeep(deps);
    opened.push(() => upkeep.stop());
    return { address, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for a step of the start, and no longer than until that is broken off. */
function breaker(stopping: AbortSignal): <T>(step: Promise<T>) => Promise<T> {
  const stopped = new Promise<never>((_resolve, reject) => {
    stopping.addEventListener('abort', () => reject(stopping.reason), { once: true });
  });
  stopped.catch(() => undefined);
  return async (step) => {
    const outcome = await Promise.race([step, stopped]);
    stopping.throwIfAborted();
    return outcome;
  };
}

/** Whatever cannot be closed properly must not keep the rest, the database above all, from being closed. */
async function closeOne(close: Close, log: Log): Promise<void> {
  try {
    await close();
  } catch (error) {
    log.error({ err: error }, 'something could not be closed');
  }
}

async function listen(parts: Parts): Promise<{ address: string; close: Close }> {
  const { host, port } = parts.deps.config;
  const app = buildApp(parts);
  const address = await app.listen({ host, port });
  return { address, close: () => app.close() };
}

/** Nodes order arrivals against each other's commits: the database's clock is the one they share. */
async function alignClock({ sql, log }: Deps, clock: SystemClock): Promise<void> {
  try {
    const ahead = await databaseAhead(sql, () => clock.instant());
    if (Math.abs(ahead) < noticeableMicroseconds) return;
    clock.align(ahead);
    log.info({ aheadMs: Math.round(ahead / 1000) }, 'set by the clock of the database');
  } catch (error) {
    log.warn({ err: error }, 'the clock of the database could not be read');
  }
}

/** On a port of its own: figures about the service are not for its users. */
function serveMetrics({ metrics, config, log }: Deps, port: number): Promise<Close> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end();
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics failed');
        response.writeHead(500).end();
      },
    );
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(Object.assign(error, { variable: 'METRICS_PORT' })));
    server.listen(port, config.host, () => resolve(close));
  });
}
