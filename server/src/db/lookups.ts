import type { Sql } from './sql.ts';

/**
 * Finds at most one row by its key. `$1` is a key in the one text, an array of them in the other; what they answer is the
 * key and the row, as a record written as text. Rows that did not change are then read once, not at every request.
 */
export type Lookup<Row> = { one: string; many: string; read(record: string): Row };

export type Lookups = {
  /** The row of a key, read by a statement that begins after this call. It is shared: nobody may change it. */
  find<Row>(lookup: Lookup<Row>, key: string): Promise<Readonly<Row> | undefined>;
};

const mostInFlight = 2;
const mostKeys = 64;

type Found = { key: string; row: string };
type Answer = { found(row: unknown): void; failed(error: unknown): void };
type Batch = Map<string, Answer & { row: Promise<unknown> }>;
/** What is asked for next by one of the look-ups. */
type Line = { lookup: Lookup<unknown>; waiting: Batch | undefined };
type State = {
  sql: Sql;
  lines: Map<Lookup<unknown>, Line>;
  /** The same, whoever was served last at the end. */
  order: Line[];
  inFlight: number;
  /** Whether sending is planned for the end of this turn of the event loop. */
  planned: boolean;
  /** Whether the last statement had several keys. */
  together: boolean;
};

/**
 * Rows by their keys, read together. At most two statements are under way; keys that are asked for meanwhile go into the
 * next one. A key that waits for its statement is asked for once, however many want it.
 */
export function createLookups(sql: Sql): Lookups {
  const state: State = { sql, lines: new Map(), order: [], inFlight: 0, planned: false, together: false };
  return {
    find<Row>(lookup: Lookup<Row>, key: string) {
      const { row } = enlist(lineOf(state, lookup as Lookup<unknown>), key);
      // Who comes alone goes at once. When several came together last time, so may more in this turn of the loop.
      if (state.inFlight === 0 && !state.together) sendWaiting(state);
      else plan(state);
      return row as Promise<Row | undefined>;
    },
  };
}

function lineOf({ lines, order }: State, lookup: Lookup<unknown>): Line {
  const known = lines.get(lookup);
  if (known) return known;
  const line = { lookup, waiting: undefined };
  lines.set(lookup, line);
  order.push(line);
  return line;
}

function enlist(line: Line, key: string) {
  line.waiting ??= new Map();
  const entry = line.waiting.get(key) ?? newEntry();
  line.waiting.set(key, entry);
  return entry;
}

function newEntry(): Answer & { row: Promise<unknown> } {
  let answer: Answer | undefined;
  const row = new Promise<unknown>((found, failed) => {
    answer = { found, failed };
  });
  return { row, ...(answer as unknown as Answer) };
}

function plan(state: State): void {
  if (state.planned || state.inFlight >= mostInFlight) return;
  state.planned = true;
  setImmediate(() => {
    state.planned = false;
    sendWaiting(state);
  });
}

function sendWaiting(state: State): void {
  while (state.inFlight < mostInFlight) {
    const next = state.order.findIndex(({ waiting }) => waiting);
    const line = state.order[next];
    if (!line?.waiting) return;
    state.order.push(...state.order.splice(next, 1));
    const batch = line.waiting.size > mostKeys ? splitOff(line.waiting) : line.waiting;
    if (batch === line.waiting) line.waiting = undefined;
    void send(state, line.lookup, batch);
  }
}

function splitOff(batch: Batch): Batch {
  const oldest = [...batch].slice(0, mostKeys);
  for (const [key] of oldest) batch.delete(key);
  return new Map(oldest);
}

async function send(state: State, lookup: Lookup<unknown>, batch: Batch): Promise<void> {
  state.inFlight++;
  state.together = batch.size > 1;
  const settle = await read(state.sql, lookup, [...batch.keys()]).then(
    (rows) => () => handOut(lookup, batch, rows),
    (error: unknown) => () => failAll(batch, error),
  );
  state.inFlight--;
  // First, so that the database is at work while these are answered.
  sendWaiting(state);
  try {
    settle();
  } catch (error) {
    failAll(batch, error);
  }
}

/** The texts never change, so that each connection prepares them once. */
function read(sql: Sql, { one, many }: Lookup<unknown>, keys: string[]): Promise<Found[]> {
  const [text, keyOrKeys] = keys.length === 1 ? [one, keys[0] ?? ''] : [many, `{${keys.join()}}`];
  return sql.unsafe(text, [keyOrKeys], { prepare: true });
}

/** Who is not among the rows found nothing. */
function handOut(lookup: Lookup<unknown>, batch: Batch, rows: Found[]): void {
  for (const { key, row } of rows) {
    batch.get(key)?.found(lookup.read(row));
    batch.delete(key);
  }
  for (const { found } of batch.values()) found(undefined);
}

function failAll(batch: Batch, error: unknown): void {
  for (const { failed } of batch.values()) failed(error);
}

// In quotes, a quote or a backslash is written twice.
const field = /[(,](?:"((?:[^"\\]|""|\\\\)*)"|([^,)]*))/gsy;

/** The fields of a row that PostgreSQL has written as text. */
export function fieldsOf(record: string): (string | null)[] {
  return [...record.matchAll(field)].map(([, quoted, plain]) =>
    quoted === undefined ? plain || null : quoted.replace(/(["\\])\1/g, '$1'),
  );
}
