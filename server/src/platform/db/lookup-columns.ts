import { fieldsOf, parseArray } from './lookups.ts';

/**
 * Columns of a lookup by their names in the code: each one's SQL, how to read its text, and the SQL whose value changes
 * with it, if that is cheaper to read. Null if something else in the version does.
 */
export type Columns<Row> = {
  [Name in keyof Required<Row>]: readonly [
    sql: string,
    read: (text: string) => unknown,
    watch?: string | null,
  ];
};

export const time = (text: string) => new Date(text);
export const flag = (text: string) => text === 't';
export const list = (text: string) => parseArray(text, String);

/** The columns as one record in text form. */
export function recordOf(columns: Columns<unknown> | Columns<Record<string, unknown>>): string {
  const all: (readonly [string, unknown, unknown?])[] = Object.values(columns);
  return `ROW(${all.map(([sql]) => sql).join(', ')})::text`;
}

/** What changes whenever one of the columns does, as one record in text form. */
export function versionOf(columns: Columns<unknown> | Columns<Record<string, unknown>>): string {
  const all: (readonly [string, unknown, (string | null)?])[] = Object.values(columns);
  const watched = all.flatMap(([sql, , watch = sql]) => watch ?? []);
  return `ROW(${watched.join(', ')})::text`;
}

/**
 * Part of every version: when the server was started, since another one may count its transactions from scratch. A
 * standby lags behind, and a pooler may lead here without saying so: there, asking for a transaction's number fails as
 * any write does.
 */
export const serverVersion =
  'pg_postmaster_start_time(), CASE WHEN pg_is_in_recovery() THEN pg_current_xact_id()::text END';

/** Reads such a record. */
export function readRecord<Row>(columns: Columns<Row>): (record: string) => Row {
  const all: [string, readonly [string, (text: string) => unknown, (string | null)?]][] =
    Object.entries(columns);
  return (record) => {
    const fields = fieldsOf(record);
    const entries = all.map(([name, [, readField]], at) => {
      const text = fields[at] ?? null;
      return [name, text === null ? null : readField(text)] as const;
    });
    return Object.freeze(Object.fromEntries(entries)) as Row;
  };
}
