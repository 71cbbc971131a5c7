import type { Db } from './sql.ts';
import type { Frequency } from './total-store.ts';

/** Three letters or digits in a row make a trigram. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** The name in an address. One this long is rare by itself. */
const longName = /^[^@]{8,}(?=@)/;

/**
 * Finds a part of a text, in any case, in a folded column. Rare matches are found by an index: since not every part has
 * a trigram, there is also an index of characters and pairs. For an address, the index is asked only for the name,
 * since everybody shares a domain's trigrams.
 */
export function holds(db: Db, column: ReturnType<Db>, part: string, frequency: Frequency = 'many') {
  const [name] = longName.exec(part) ?? [];
  if (name) return db`AND ${column} LIKE lower(${anywhere(name)}) AND strpos(${column}, lower(${part})) > 0`;
  const like = db`AND ${column} LIKE lower(${anywhere(part)})`;
  if (frequency !== 'seldom' || hasTrigram.test(part)) return like;
  return db`${like} AND short_grams(${column}) @> search_grams(lower(${part}))`;
}

/** For LIKE: finds the text anywhere and takes it literally. */
export function containing(part: string): string {
  return anywhere(part.toLowerCase());
}

function anywhere(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
