import type { Db } from './sql.ts';
import type { Frequency } from './total-store.ts';

/** Three letters or digits in a row make a trigram. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** The name in an address. One so long is rare by itself. */
const longName = /^[^@]{8,}(?=@)/;

/**
 * A part of a text in any case, for a column that is folded. What is found seldom is found by an index: not every part
 * has a trigram, so that there is one of characters and pairs of these besides. Of an address, the index is asked for the
 * name alone, since everybody has the trigrams of a domain.
 */
export function holds(db: Db, column: ReturnType<Db>, part: string, frequency: Frequency = 'many') {
  const [name] = longName.exec(part) ?? [];
  if (name) return db`AND ${column} LIKE lower(${anywhere(name)}) AND strpos(${column}, lower(${part})) > 0`;
  const like = db`AND ${column} LIKE lower(${anywhere(part)})`;
  if (frequency !== 'seldom' || hasTrigram.test(part)) return like;
  return db`${like} AND short_grams(${column}) @> search_grams(lower(${part}))`;
}

/** For LIKE: finds the text anywhere, and nothing in it means anything but itself. */
export function containing(part: string): string {
  return anywhere(part.toLowerCase());
}

function anywhere(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
