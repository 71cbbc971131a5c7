import type { DestinationStream } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import type { Config } from '../config.ts';
import type { Log } from '../logger.ts';
import { keepHouse, openHouse } from '../serve.ts';
import { serveMetrics } from '../serve-metrics.ts';
import { type Running, start } from '../start.ts';
import { Children } from './children.ts';

/**
 * The parent of the other processes. It has what there must be only one of: the embedded database, the schema, the
 * workers that send mail and webhooks, the upkeep and the metrics port. The children have the door.
 */
export function servePrimary(
  given: { config: Config; log: Log; stopping: AbortSignal },
  out: DestinationStream,
): Promise<Running> {
  const { config, log } = given;
  return start(given, async (starting) => {
    const { opened, unlessStopped } = starting;
    const house = await openHouse(starting);
    const { outbox, metrics } = house.deps;
    const children = new Children({ count: config.processes, log, out, onQueued: outbox.wake });
    opened.push(() => children.stop());
    const address = await unlessStopped(children.listening);
    await serveMetrics(starting, async () =>
      AggregatorRegistry.aggregate([
        await metrics.registry.getMetricsAsJSON(),
        ...(await children.metrics()),
      ]),
    );
    keepHouse(starting, house);
    return { address, isFresh: house.isFresh };
  });
}
