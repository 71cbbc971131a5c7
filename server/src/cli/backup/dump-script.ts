import { UsageError } from '../output.ts';

/** A part of a plain dump: statements, or the rows of a table, which must be read before the next part. */
export type Step = { line: number } & ({ sql: string } | { copy: string; rows: AsyncIterable<Buffer> });

const enough = 1_000_000;
const rowBytes = 65_536;
const heading = '-- PostgreSQL database dump';
const ending = '-- PostgreSQL database dump complete';
const copying = /^COPY .+ FROM stdin;$/;
/** Orders to psql, and what concerns other roles, databases and servers than the temporary ones. */
const foreign =
  /^(\\|((ALTER|COMMENT ON|CREATE|DROP) (DATABASE|PUBLICATION|SUBSCRIPTION)|GRANT|REVOKE|ALTER DEFAULT PRIVILEGES|SET SESSION AUTHORIZATION) .*;$|ALTER .+ OWNER TO .+;$)/;

/**
 * Splits a dump where pg_dump, which writes a comment above every table's rows, changes between statements and rows.
 * Throws if its end is missing.
 */
export async function* readSteps(source: AsyncIterable<Buffer>): AsyncGenerator<Step> {
  const lines = new Lines(source);
  let held: string[] = [];
  let [bytes, last, isDump, isComplete] = [0, '', false, false];
  const take = (): Step[] => {
    const sql = textOf(held.join('\n'));
    held = [];
    bytes = 0;
    return sql.trim() ? [{ sql, line: lines.read }] : [];
  };
  for (let line = await lines.next(); line !== undefined; line = await lines.next()) {
    isDump ||= line === heading;
    if (!isDump && line && !line.startsWith('--')) throw new UsageError('It is not a dump by pg_dump.');
    isComplete ||= line === ending;
    const isBetween = last === '' || /^(--|\\)|;$/.test(last);
    if (last.startsWith('--') && copying.test(line)) {
      yield* take();
      yield { copy: textOf(line), rows: rowsOf(lines), line: lines.read };
    } else if (!(isBetween && foreign.test(line))) {
      if (bytes > enough && last.endsWith(';') && /^(--|INSERT INTO )/.test(line)) yield* take();
      held.push(line);
      bytes += line.length;
    }
    if (line) last = line;
  }
  yield* take();
  if (!isComplete) throw truncated();
}

function truncated(): UsageError {
  return new UsageError('The dump is cut off: its end is missing.');
}

async function* rowsOf(lines: Lines): AsyncGenerator<Buffer> {
  let held = '';
  for (let line = await lines.next(); line !== '\\.'; line = await lines.next()) {
    if (line === undefined) throw truncated();
    held += `${line}\n`;
    if (held.length < rowBytes) continue;
    yield Buffer.from(held, 'latin1');
    held = '';
  }
  if (held) yield Buffer.from(held, 'latin1');
}

/** Lines as latin1, which keeps every byte, so that the server judges them and not a decoder. */
class Lines {
  read = 0;
  readonly #chunks: AsyncIterator<Buffer>;
  #ready: string[] = [];
  #at = 0;
  #rest = '';
  #isOver = false;

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]();
  }

  async next(): Promise<string | undefined> {
    while (this.#at >= this.#ready.length && !this.#isOver) {
      const { value, done } = await this.#chunks.next();
      this.#isOver = done === true;
      this.#ready = done ? (this.#rest ? [this.#rest] : []) : this.#split(value);
      this.#at = 0;
    }
    this.read++;
    return this.#ready[this.#at++];
  }

  #split(chunk: Buffer): string[] {
    const lines = (this.#rest + chunk.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
  }
}

function textOf(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    throw new UsageError('The dump is damaged: a statement is not UTF-8.');
  }
}
