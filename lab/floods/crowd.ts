import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One request of a flood: who it says it is from, and what it asks for. */
export type Asked = { path: string; address: string; body: object; cookies?: Map<string, string> };

/**
 * Many requests at once, each on a connection of its own, written as bytes: the client must not be what is slow.
 * With `retryMs`, those that are refused with 503 ask again after that long.
 */
export async function startCrowd(url: string, asked: Asked[], retryMs?: number) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const statuses: Record<string, number> = {};
  let isOver = false;
  let open = asked.length;
  const begin = (each: Asked) =>
    new Promise<void>((sent) => {
      const socket = connect(Number(port), hostname, () => socket.write(bytesOf(each), () => sent()));
      sockets.add(socket);
      socket.on('data', (chunk: Buffer) => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 12))?.[1];
        if (!status) return;
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status !== '503' || retryMs === undefined) open--;
        else void pause(retryMs).then(() => isOver || socket.write(bytesOf(each)));
      });
      socket.on('error', () => sent());
      socket.on('close', () => sockets.delete(socket));
    });
  await Promise.all(asked.map(begin));
  return {
    statuses,
    open: () => open,
    end() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

function bytesOf({ path, address, body, cookies }: Asked): string {
  const text = JSON.stringify(body);
  const lines = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  if (cookies) {
    lines.push(`Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`);
    lines.push(`X-CSRF-Token: ${cookies.get('csrf_token')}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
