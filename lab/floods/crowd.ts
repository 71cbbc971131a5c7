import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** One connection of a flood: who it says it is from, and what it asks for. */
export type Asked = {
  method?: 'GET' | 'PATCH';
  path: string;
  address: string;
  body?: object;
  cookies?: Map<string, string>;
  /** How many requests it sends ahead, and keeps outstanding. Without, it asks once. */
  ahead?: number;
};

const statusLine = /HTTP\/1\.1 (\d+)/g;

/**
 * Many connections at once, written as bytes: the client must not be what is slow. Those that ask once and are refused with
 * 503 ask again after `retryMs`, if it is given. Those that send ahead connect again when they are cut off.
 */
export async function startCrowd(url: string, asked: Asked[], retryMs?: number) {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const statuses: Record<string, number> = {};
  let isOver = false;
  let open = asked.length;
  const again = async (each: Asked, afterMs: number) => {
    await pause(afterMs);
    if (!isOver) await begin(each);
  };
  const begin = (each: Asked) =>
    new Promise<void>((sent) => {
      const bytes = bytesOf(each);
      const socket = connect(Number(port), hostname, () =>
        socket.write(bytes.repeat(each.ahead ?? 1), () => sent()),
      );
      sockets.add(socket);
      socket.on('data', (chunk: Buffer) => {
        for (const [, status = ''] of chunk.toString('latin1').matchAll(statusLine)) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          if (isOver) return;
          if (each.ahead !== undefined) socket.write(bytes);
          else if (status !== '503' || retryMs === undefined) open--;
          else void again(each, retryMs);
        }
      });
      socket.on('error', () => sent());
      socket.on('close', () => {
        sockets.delete(socket);
        if (each.ahead !== undefined) void again(each, 10);
      });
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

function bytesOf({ method, path, address, body, cookies }: Asked): string {
  const text = body ? JSON.stringify(body) : '';
  const lines = [
    `${method ?? 'POST'} ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    ...(body ? ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`] : []),
  ];
  if (cookies) {
    lines.push(`Cookie: ${[...cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`);
    lines.push(`X-CSRF-Token: ${cookies.get('csrf_token')}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n${text}`;
}
