import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';

type Ports = Pick<Config, 'host' | 'port' | 'metricsHost' | 'metricsPort'>;

/** Checked before a database is made: that takes seconds, and a taken port ends the start anyway. */
export async function checkPorts({ host, port, metricsHost, metricsPort }: Ports): Promise<void> {
  await checkPort(host, port, 'PORT');
  if (metricsPort !== undefined) await checkPort(metricsHost, metricsPort, 'METRICS_PORT');
}

async function checkPort(host: string, port: number, variable: string): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    throw Object.assign(error as Error, { variable });
  }
  server.close();
  await once(server, 'close');
}
