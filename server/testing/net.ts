import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { atEnd } from './lifetime.ts';

/** `asked` counts its connections. */
type HangingServer = { port: number; asked(): number; close(): Promise<void> };

/** A server that accepts connections and never responds. */
export async function startHangingServer(): Promise<HangingServer> {
  const sockets = new Set<Socket>();
  let asked = 0;
  const server = createServer((socket) => {
    asked++;
    sockets.add(socket.on('error', () => sockets.delete(socket)));
  });
  return {
    port: await listen(server, 0),
    asked: () => asked,
    close: atEnd(async () => {
      for (const socket of sockets) socket.destroy();
      await closed(server);
    }),
  };
}

/** A loopback port that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server, 0);
  await closed(server);
  return port;
}

export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

export function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Whether a program listens there. */
export async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const found = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return found;
}
