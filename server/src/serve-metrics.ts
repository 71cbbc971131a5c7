import { createServer } from 'node:http';
import type { Registry } from 'prom-client';
import type { Start } from './start.ts';

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
