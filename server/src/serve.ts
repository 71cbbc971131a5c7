import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connect } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { sweep } from './db/sweep-store.ts';
import type { Deps } from './deps.ts';
import type { Log } from './logger.ts';
import { seedAdmin } from './users/create-admin.ts';
import { wire } from './wire.ts';

const sweepMs = 10 * 60_000;

export type Running = { app: FastifyInstance; address: string; close(): Promise<void> };

/** Database, schema, first ADMIN, then the door is opened. Closing goes the other way round. */
export async function serve(config: Config, log: Log): Promise<Running> {
  const database = await connect(config, log);
  try {
    await migrate(database.sql, log);
    const deps = wire({ config, log, sql: database.sql });
    await seedAdmin(deps);
    const app = buildApp(deps);
    const address = await app.listen({ host: config.host, port: config.port });
    deps.mailWorker.start();
    const sweeper = setInterval(() => void sweepNow(deps), sweepMs).unref();
    const metrics =
      config.metricsPort === undefined ? undefined : await serveMetrics(deps, config.metricsPort);
    return {
      app,
      address,
      async close() {
        clearInterval(sweeper);
        metrics?.close();
        await app.close();
        await deps.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function sweepNow(deps: Deps): Promise<void> {
  try {
    await sweep(deps.sql, deps.clock.now());
  } catch (error) {
    deps.log.warn({ err: error }, 'sweeping failed; it is tried again later');
  }
}

/** On a port of its own: figures about the service are not for its users. */
function serveMetrics({ metrics, config, log }: Deps, port: number): Promise<Server> {
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
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, config.host, () => resolve(server));
  });
}
