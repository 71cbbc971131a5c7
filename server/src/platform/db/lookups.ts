import type postgres from 'postgres';
import { keepRecent, type Recent } from '../recent.ts';
import type { Sql } from './sql.ts';

/** The same statement for one key, `$1`, and for an array of keys. Each row of the answer begins with its key. */
export type Statements = { one: string; many: string };

/**
 * Finds at most one row by its key. `rows` returns the key, the version of what it read, and the row as a record in
 * text form. `versions` returns only the key and the version, at a third of the cost: a row that was read before is
 * read again only when its version has changed.
 */
export type Lookup<Row> = { rows: Statements; versions: Statements; read(record: string): Row };

export type Lookups = {
  /** The row for a key, from statements that begin after this call. It is shared, so callers must not change it. */
  find<Row>(lookup: Lookup<Row>, key: string): Promise<Readonly<Row> | undefined>;
};

const mostInFlight = 2;
const mostKeys = 64;
/** The fewest rows remembered of each kind; the most is twice that. A row takes two or three kilobytes. */
const mostRows = 1000;

type Found = { key: string; version: string; row: string };
type RememberedRow = { version: string; row: unknown };
type Waiter = { found(found: Found | undefined): void; failed(error: unknown): void };
type Batch = Map<string, Waiter & { answer: Promise<Found | undefined> }>;
/** What one pair of statements asks for next. */
type Line = { statements: Statements; waiting: Batch | undefined };
type LookupState = {
  sql: Sql;
  lines: Map<Statements, Line>;
  /** The same, with the one served last at the end. */
  order: Line[];
  inFlight: number;
  /** Whether sending is planned for the end of this turn of the event loop. */
  planned: boolean;
  /** Whether the last statement had several keys. */
  together: boolean;
};

/**
 * Reads rows by their keys, many at once. At most two statements are under way; keys asked for meanwhile go into the
 * next one. A key that waits for its statement is asked for once, however many callers want it.
 */
export function createLookups(sql: Sql): Lookups {
  const state: LookupState = {
    sql,
    lines: new Map(),
    order: [],
    inFlight: 0,
    planned: false,
    together: false,
  };
  const memories = new Map<Lookup<unknown>, Recent<RememberedRow>>();
  const memoryOf = (lookup: Lookup<unknown>) => {
    const memory = memories.get(lookup) ?? keepRecent<RememberedRow>(mostRows);
    memories.set(lookup, memory);
    return memory;
  };
  return {
    find: <Row>(lookup: Lookup<Row>, key: string) =>
      find(state, lookup, key, memoryOf(lookup)) as Promise<Row | undefined>,
  };
}

async function find(
  state: LookupState,
  { rows, versions, read }: Lookup<unknown>,
  key: string,
  memory: Recent<RememberedRow>,
): Promise<unknown> {
  const known = memory.get(key);
  if (known) {
    const current = await enqueueLookup(state, versions, key);
    if (!current) return undefined;
    if (current.version === known.version) return known.row;
  }
  const found = await enqueueLookup(state, rows, key);
  if (!found) return undefined;
  const row = read(found.row);
  memory.set(key, { version: found.version, row });
  return row;
}

function enqueueLookup(state: LookupState, statements: Statements, key: string): Promise<Found | undefined> {
  const { answer } = enlist(lineOf(state, statements), key);
  // A lone key is sent at once. If several came together last time, more may come in this turn of the loop.
  if (state.inFlight === 0 && !state.together) sendWaiting(state);
  else plan(state);
  return answer;
}

function lineOf({ lines, order }: LookupState, statements: Statements): Line {
  const known = lines.get(statements);
  if (known) return known;
  const line = { statements, waiting: undefined };
  lines.set(statements, line);
  order.push(line);
  return line;
}

function enlist(line: Line, key: string) {
  line.waiting ??= new Map();
  const entry = line.waiting.get(key) ?? newEntry();
  line.waiting.set(key, entry);
  return entry;
}

function newEntry(): Waiter & { answer: Promise<Found | undefined> } {
  let settle: Waiter | undefined;
  const answer = new Promise<Found | undefined>((found, failed) => {
    settle = { found, failed };
  });
  const { found, failed } = settle as unknown as Waiter;
  return { answer, found, failed };
}

function plan(state: LookupState): void {
  if (state.planned || state.inFlight >= mostInFlight) return;
  state.planned = true;
  setImmediate(() => {
    state.planned = false;
    sendWaiting(state);
  });
}

function sendWaiting(state: LookupState): void {
  while (state.inFlight < mostInFlight) {
    const next = state.order.findIndex(({ waiting }) => waiting);
    const line = state.order[next];
    if (!line?.waiting) return;
    state.order.push(...state.order.splice(next, 1));
    const batch = line.waiting.size > mostKeys ? splitOff(line.waiting) : line.waiting;
    if (batch === line.waiting) line.waiting = undefined;
    void send(state, line.statements, batch);
  }
}

function splitOff(batch: Batch): Batch {
  const oldest = [...batch].slice(0, mostKeys);
  for (const [key] of oldest) batch.delete(key);
  return new Map(oldest);
}

async function send(state: LookupState, statements: Statements, batch: Batch): Promise<void> {
  state.inFlight++;
  state.together = batch.size > 1;
  const settle = await read(state.sql, statements, [...batch.keys()]).then(
    (rows) => () => handOut(batch, rows),
    (error: unknown) => () => failAll(batch, error),
  );
  state.inFlight--;
  // First, so the database works while these are answered.
  sendWaiting(state);
  settle();
}

/** The texts never change, so each connection prepares them once. */
function read(sql: Sql, { one, many }: Statements, keys: string[]): Promise<Found[]> {
  const [text, keyOrKeys] = keys.length === 1 ? [one, keys[0] ?? ''] : [many, `{${keys.join()}}`];
  return sql.unsafe(text, [keyOrKeys], { prepare: true });
}

/** A key without a row found nothing. */
function handOut(batch: Batch, rows: Found[]): void {
  for (const row of rows) {
    batch.get(row.key)?.found(row);
    batch.delete(row.key);
  }
  for (const { found } of batch.values()) found(undefined);
}

function failAll(batch: Batch, error: unknown): void {
  for (const { failed } of batch.values()) failed(error);
}

// Inside quotes, a quote or a backslash is doubled.
const field = /[(,](?:"((?:[^"\\]|""|\\\\)*)"|([^,)]*))/gsy;

/** The fields of a row in PostgreSQL's text form. */
export function fieldsOf(record: string): (string | null)[] {
  return [...record.matchAll(field)].map(([, quoted, plain]) =>
    quoted === undefined ? plain || null : quoted.replace(/(["\\])\1/g, '$1'),
  );
}

/** PostgreSQL's array types by their fixed numbers, and how to read one element. */
const elements: Record<string, { oid: number; parse: (text: string) => unknown }> = {
  boolean: { oid: 1000, parse: (text) => text === 't' },
  integer: { oid: 1007, parse: Number },
  text: { oid: 1009, parse: String },
  varchar: { oid: 1015, parse: String },
  bigint: { oid: 1016, parse: String },
  double: { oid: 1022, parse: Number },
  timestamptz: { oid: 1185, parse: (text) => new Date(text) },
  uuid: { oid: 2951, parse: String },
};

/** Listed here so the driver does not ask for them on every new connection. */
export const arrayTypes: Record<string, postgres.PostgresType> = Object.fromEntries(
  Object.entries(elements).map(([name, { oid, parse }]) => [
    `${name}Array`,
    { to: oid, from: [oid], serialize, parse: (text: string) => parseArray(text, parse) },
  ]),
);

/** One dimension; nothing uses more. */
export function parseArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  if (text === '{}') return [];
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|[^",{}]+/gs)].map(([whole, quoted]) =>
    quoted === undefined ? (whole === 'NULL' ? null : parse(whole)) : parse(quoted.replace(/\\(.)/gs, '$1')),
  );
}

function serialize(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  const escaped = values.map((value) => {
    if (value === null) return 'NULL';
    const text = value instanceof Date ? value.toISOString() : String(value);
    return `"${text.replace(/["\\]/g, '\\$&')}"`;
  });
  return `{${escaped.join(',')}}`;
}
