import { availableParallelism } from 'node:os';
import type { Registry } from 'prom-client';
import type { Config } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/connect.ts';
import type { Log } from '../../platform/log.ts';
import { buildService, startListening } from '../serve.ts';
import { type Running, start } from '../start.ts';
import { hearPrimary, tellPrimary } from './messages.ts';

/** What is queued within this time is reported once. */
const tellMs = 5;

/** One of several processes behind one port, with nothing of its own but database connections. */
export async function serveChild(given: {
  config: Config;
  log: Log;
  stopping: AbortSignal;
}): Promise<Running> {
  const { config, log, stopping } = given;
  const running = await start(given, async (starting) => {
    // The database is already open: the primary holds it.
    const database = await connect(config, log, { holder: 'command', stopping });
    starting.opened.push(() => database.close());
    // Its share, so that all processes together hash once per core.
    const concurrency = Math.max(1, Math.floor(availableParallelism() / config.processes));
    const service = await buildService(starting, database, {
      hashing: { concurrency },
      wake: tellingQueued(),
    });
    const { registry } = service.deps.metrics;
    hearPrimary((message) => {
      if (message.kind === 'metrics') void tellMetrics(registry, message.nth);
    });
    return { address: await startListening(starting, service) };
  });
  void tellPrimary({ kind: 'listening', address: running.address });
  return running;
}

function tellingQueued(): () => void {
  let told = true;
  return () => {
    if (told) setTimeout(tell, tellMs);
    told = false;
  };
  function tell(): void {
    told = true;
    void tellPrimary({ kind: 'queued' });
  }
}

async function tellMetrics(registry: Registry, nth: number): Promise<void> {
  await tellPrimary({ kind: 'metrics', nth, metrics: await registry.getMetricsAsJSON() });
}
