import { EventEmitter, once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';

/** Where a server listens, and whether what is said there is encrypted. */
export type Place = {
  address: { path: string } | { host: string; port: number };
  tls?: { required: boolean; options: ConnectionOptions } | undefined;
};

/** Asks for TLS before anything else is said. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const tlsGranted = 0x53;
const errorMessage = 0x45;
const readyMessage = 0x5a;
const idle = 0x49;
const protocolVersion = 196_608;

/**
 * Goes into the driver's greeting and out of it again here. The driver holds small messages back for a moment; if the
 * connection ends in that moment, it holds back everything that follows, for ever. A message of a kilobyte it sends.
 */
export const padding = { 'latchkey.padding': 'x'.repeat(1024) };
const paddingBytes = Buffer.from(Object.entries(padding).flat().join('\0').concat('\0'));

/** How long nothing must be written any more before a lost connection is called closed. */
const quietMs = 20;

/**
 * What the driver takes for its socket. When a real one ends in the midst of something, the driver loses its place: it
 * goes on to write where nothing is, which nobody can catch, or waits for ever. Here an end always comes in the same
 * order: everything under way fails; so does, at once, everything the driver still says, such as the ROLLBACK of a
 * failed transaction; and only when it has fallen silent is the connection closed, and may be opened again.
 */
export class ServerSocket extends EventEmitter {
  #inner: Socket | undefined;
  #dialled: Socket | undefined;
  #unsent: Uint8Array[] = [];
  #greeted = false;
  #lost: Error | undefined;
  #quiet: NodeJS.Timeout | undefined;
  #lastWords = 0;
  /** What the server said last: ready for the next statement, in a transaction or not. Undefined: still at work. */
  #state: number | undefined;

  constructor(place: Place) {
    super();
    this.#open(place).catch((error: Error) => this.#lose(error));
  }

  get readyState(): string {
    return this.#inner?.readyState ?? 'opening';
  }

  write(given: Buffer, done?: () => void): boolean {
    const data = this.#greeted ? given : greeting(given);
    this.#greeted = true;
    this.#state = undefined;
    if (this.#lost) {
      this.#lastWords++;
      clearTimeout(this.#quiet);
      setImmediate(() => this.#fail());
      return true;
    }
    if (this.#inner) return this.#inner.write(data, done);
    this.#unsent.push(data);
    return true;
  }

  end(data: Uint8Array): void {
    if (this.#inner) this.#inner.end(data);
    else this.destroy();
  }

  destroy(): void {
    this.#lose(connectionClosed());
  }

  pause(): void {
    this.#inner?.pause();
  }

  resume(): void {
    this.#inner?.resume();
  }

  async #open(place: Place): Promise<void> {
    const inner = await dial(place, (socket) => {
      this.#dialled = socket;
    });
    if (this.#lost) return void inner.destroy();
    this.#inner = inner;
    inner.on('data', (chunk: Buffer) => this.#receive(chunk));
    inner.on('drain', () => this.emit('drain'));
    inner.on('error', (error) => this.#lose(error));
    inner.on('close', () => this.#lose(connectionClosed()));
    for (const data of this.#unsent.splice(0)) inner.write(data);
  }

  #receive(chunk: Buffer): void {
    const fatal = fatalError(chunk);
    const before = fatal ? chunk.subarray(0, fatal.at) : chunk;
    this.#state = stateAfter(before);
    if (before.length > 0) this.emit('data', before);
    if (fatal) this.#lose(fatal.error);
  }

  #lose(error: Error): void {
    if (this.#lost) return;
    this.#lost = error;
    this.#dialled?.destroy();
    this.#inner?.destroy();
    // Nothing is under way: it goes at once, before anybody asks something of it.
    if (this.#state === idle) this.emit('close', false);
    else this.#fail();
  }

  #fail(): void {
    if (this.listenerCount('error') > 0) this.emit('error', this.#lost);
    const heard = this.#lastWords;
    const close = () => {
      if (heard === this.#lastWords) this.emit('close', false);
    };
    clearTimeout(this.#quiet);
    // Two more turns: what the driver holds back when the time is over, it writes in the first.
    this.#quiet = setTimeout(() => setImmediate(() => setImmediate(close)), quietMs);
  }
}

async function dial({ address, tls }: Place, opened: (socket: Socket) => void): Promise<Socket> {
  const socket = connect(address);
  opened(socket);
  await once(socket, 'connect');
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  if (!tls) return socket;
  socket.write(tlsRequest);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer[0] !== tlsGranted) {
    if (!tls.required) return socket;
    throw Object.assign(new Error('The database server does not offer TLS'), { code: 'ECONNREFUSED' });
  }
  const servername = 'host' in address && !isIP(address.host) ? address.host : '';
  const secured = connectTls({ servername, ...tls.options, socket });
  await once(secured, 'secureConnect');
  return secured;
}

/** The driver's first message, without the padding and without what it held back from an earlier connection. */
function greeting(data: Buffer): Buffer {
  const paddingAt = data.indexOf(paddingBytes);
  for (let at = 0; at + 8 <= data.length && paddingAt >= 0; at++) {
    if (data.readInt32BE(at) !== data.length - at || data.readInt32BE(at + 4) !== protocolVersion) continue;
    const kept = [data.subarray(at, paddingAt), data.subarray(paddingAt + paddingBytes.length)];
    const message = Buffer.concat(kept);
    message.writeInt32BE(message.length);
    return message;
  }
  return data;
}

/** The server's last words before it hangs up. The driver would keep them for whoever connects next. */
function fatalError(chunk: Buffer): { at: number; error: Error } | undefined {
  for (let at = 0; at + 5 <= chunk.length; ) {
    const length = chunk.readInt32BE(at + 1);
    if (length < 4) return undefined;
    if (chunk[at] === errorMessage) {
      const { V: severity, C: code, M: message } = errorFields(chunk.subarray(at + 5, at + 1 + length));
      if (severity === 'FATAL' || severity === 'PANIC')
        return { at, error: Object.assign(new Error(message), { name: 'PostgresError', code, severity }) };
    }
    at += 1 + length;
  }
  return undefined;
}

/** Each field is a letter and a text, with a NUL at its end. */
function errorFields(bytes: Buffer): Record<string, string | undefined> {
  const fields = bytes.toString().split('\0');
  return Object.fromEntries(fields.map((field) => [field[0], field.slice(1)]));
}

/** A chunk that ends an answer ends with the six bytes that say so. */
function stateAfter(chunk: Buffer): number | undefined {
  const at = chunk.length - 6;
  return at >= 0 && chunk[at] === readyMessage && chunk.readInt32BE(at + 1) === 5 ? chunk[at + 5] : undefined;
}

export function connectionClosed(): Error {
  return Object.assign(new Error('The connection to the database was lost'), { code: 'CONNECTION_CLOSED' });
}
