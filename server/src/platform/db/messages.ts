// What a server says in PostgreSQL's protocol: a letter, a length, a body.

export const kinds = { error: 0x45, parameter: 0x53, ready: 0x5a, suspended: 0x73 } as const;
const watched = new Set<number>(Object.values(kinds));
const headerBytes = 5;
const nothing = Buffer.alloc(0);

/** A whole message of a watched kind, or a piece of anything else, which has no kind. */
export type Part = { kind?: number; bytes: Buffer };

/** Follows messages across chunks that end anywhere. Only the watched kinds, which are short, are put together. */
export class MessageReader {
  #held: Buffer = nothing;
  /** How much of the current message is still to pass. */
  #passing = 0;

  read(chunk: Buffer): Part[] {
    const data = this.#held.length > 0 ? Buffer.concat([this.#held, chunk]) : chunk;
    const parts: Part[] = [];
    let from = 0;
    let at = Math.min(this.#passing, data.length);
    this.#passing -= at;
    while (at + headerBytes <= data.length) {
      const kind = data[at] ?? 0;
      const end = at + 1 + data.readUInt32BE(at + 1);
      if (watched.has(kind)) {
        if (end > data.length) break;
        if (from < at) parts.push({ bytes: data.subarray(from, at) });
        parts.push({ kind, bytes: data.subarray(at, end) });
        from = end;
      }
      this.#passing = Math.max(0, end - data.length);
      at = Math.min(end, data.length);
    }
    if (from < at) parts.push({ bytes: data.subarray(from, at) });
    this.#held = data.subarray(at);
    return parts;
  }
}

/** Each field of an error is a letter and a text, ending in NUL. */
export function readError(message: Buffer): Error & { code: string; severity: string } {
  const texts = message.toString('utf8', headerBytes).split('\0');
  const fields = Object.fromEntries(texts.map((field) => [field[0], field.slice(1)]));
  const { V, S, C: code = '', M: text = '' } = fields as Record<string, string | undefined>;
  // Poolers send only the one in the server's language.
  const severity = V ?? S ?? '';
  return Object.assign(new Error(text), { name: 'PostgresError', code, severity });
}

/** A server setting, announced at the start and whenever it changes. */
export function readParameter(message: Buffer): [name: string, value: string] {
  const [name = '', value = ''] = message.toString('utf8', headerBytes).split('\0');
  return [name, value];
}

const protocolVersion = 196_608;

/**
 * Added to the driver's greeting and removed again here. The driver holds small messages back for a moment; if the
 * connection ends in that moment, it holds back everything that follows, forever. It does not hold back a kilobyte.
 */
export const padding = { 'latchkey.padding': 'x'.repeat(1024) };
const paddingBytes = Buffer.from(Object.entries(padding).flat().join('\0').concat('\0'));

/** Settings that a pooler refuses for a connection that others use too. */
export const limitNames = ['statement_timeout', 'lock_timeout'];

/** The driver's first message, without the padding and without what it held back from an earlier connection. */
export function greeting(data: Buffer): Buffer {
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

/** The greeting is a length, a version, then names and values, each ending in NUL. */
export function withoutLimits(message: Buffer): Buffer {
  const texts = message.toString('latin1', 8).split('\0');
  const kept: string[] = [];
  for (let at = 0; at + 1 < texts.length && texts[at]; at += 2)
    if (!limitNames.includes(texts[at] ?? '')) kept.push(`${texts[at]}\0${texts[at + 1]}\0`);
  const body = Buffer.from(`${kept.join('')}\0`, 'latin1');
  const head = Buffer.from(message.subarray(0, 8));
  head.writeInt32BE(8 + body.length);
  return Buffer.concat([head, body]);
}

/** Fails where nothing can be written: the error says so without a row to read. */
export const question = Buffer.from(
  "Q\0\0\0\0SELECT 1 / (current_setting('transaction_read_only') = 'off')::int\0",
);
question.writeInt32BE(question.length - 1, 1);

const owedKinds = { flush: 0x48, query: 0x51, sync: 0x53 };

/** Counts the answers a server still owes. Each Query and each Sync is answered by one ReadyForQuery. */
export class Owed {
  #answers = 0;
  /** Whether a description was asked for since the last of them. */
  #more = false;

  asked(messages: Buffer): void {
    for (let at = 0; at + 5 <= messages.length; at += 1 + messages.readUInt32BE(at + 1)) {
      const kind = messages[at];
      const ends = kind === owedKinds.query || kind === owedKinds.sync;
      if (ends) this.#answers++;
      if (ends || kind === owedKinds.flush) this.#more = !ends;
    }
  }

  /** The server is ready. Whether that was the last answer. */
  answered(): boolean {
    this.#answers = Math.max(0, this.#answers - 1);
    return this.#answers === 0 && !this.#more;
  }
}
