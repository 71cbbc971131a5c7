import type { PendingQuery, Row } from 'postgres';
import type { Db } from './sql.ts';

export type Total = { total: number; totalIsEstimate?: true };

export const exactTo = 10_000;

/** How many rows `from` (a FROM clause and what follows) yields: exact up to 10000, then the planner's estimate. */
export async function totalOf(db: Db, from: PendingQuery<Row[]>): Promise<Total> {
  const [row] = await db<{ counted: number }[]>`
    SELECT count(*)::int AS counted FROM (SELECT 1 ${from} LIMIT ${exactTo + 1}) AS matching`;
  const counted = row?.counted ?? 0;
  return counted > exactTo ? estimateAbove(db, from) : { total: counted };
}

/** For when there are known to be too many to count. */
export async function estimateAbove(db: Db, from: PendingQuery<Row[]>): Promise<Total> {
  return { total: Math.max(await estimateOf(db, from), exactTo + 1), totalIsEstimate: true };
}

/** How much of a table something matches, judging by the planner's sample. */
export type Frequency = 'many' | 'often' | 'seldom';

/**
 * Many: certainly more than 10000. At least twenty of the thousand values in the planner's sample match, which is out
 * of the question with fewer. Often: fastest to find by reading every row. Seldom: fastest by an index, and from here
 * on the planner is held to one.
 */
export async function frequencyOf(db: Db, from: PendingQuery<Row[]>, table: string): Promise<Frequency> {
  const [plan] = await db<{ 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }[]>`
    EXPLAIN (FORMAT JSON) SELECT 1 ${from} UNION ALL SELECT 1 FROM ${db(table)}`;
  const [matching = 0, all = 0] = plan?.['QUERY PLAN'][0]?.Plan.Plans.map((part) => part['Plan Rows']) ?? [];
  if (matching >= 2 * exactTo && matching >= all / 50) return 'many';
  if (matching >= all / 10) return 'often';
  await db`SELECT set_config('enable_seqscan', 'off', true)`;
  return 'seldom';
}

/** The planner's estimate. */
async function estimateOf(db: Db, from: PendingQuery<Row[]>): Promise<number> {
  const [plan] = await db<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[]>`
    EXPLAIN (FORMAT JSON) SELECT 1 ${from}`;
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** Three letters or digits in a row make a trigram. */
const hasTrigram = /[\p{L}\p{N}]{3}/u;

/** The name in an address. One this long is rare by itself. */
const longName = /^[^@]{8,}(?=@)/;

/**
 * Finds a part of a text, in any case, in a folded column. Rare matches are found by an index: since not every part has
 * a trigram, there is also an index of characters and pairs. For an address, the index is asked only for the name,
 * since many addresses share a domain's trigrams.
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

/** The rows of one page. */
export type PageSlice = { limit: number; offset: number };
