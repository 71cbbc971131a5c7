import { connect, type Socket } from 'node:net';

export type RawAnswer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Everything received, as it came. */
  all: string;
};

export function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url);
  return connect(Number(port), hostname);
}

/** Sends raw bytes that no HTTP client would send, and waits until the service hangs up. */
export async function exchange(url: string, ...parts: (string | Uint8Array)[]): Promise<RawAnswer> {
  const socket = openSocket(url);
  for (const part of parts) socket.write(part);
  return untilClosed(socket);
}

/** What a socket receives until it is closed, read as one HTTP response. */
export async function untilClosed(socket: Socket): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve) => {
    socket.on('data', (chunk) => chunks.push(chunk));
    // A reset connection is closed, too; what came before still counts.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
  const all = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = all.split('\r\n\r\n');
  const [line = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(line.split(' ')[1] ?? 0),
    headers: Object.fromEntries(headers),
    text: rest.join('\r\n\r\n'),
    all,
  };
}
