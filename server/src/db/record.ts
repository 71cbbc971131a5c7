// In quotes, a quote or a backslash is written twice.
const field = /[(,](?:"((?:[^"\\]|""|\\\\)*)"|([^,)]*))/gsy;

/** The fields of a row that PostgreSQL has written as text. */
export function fieldsOf(record: string): (string | null)[] {
  return [...record.matchAll(field)].map(([, quoted, plain]) =>
    quoted === undefined ? plain || null : quoted.replace(/(["\\])\1/g, '$1'),
  );
}
