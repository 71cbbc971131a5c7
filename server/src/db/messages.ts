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
