import type postgres from 'postgres';

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
