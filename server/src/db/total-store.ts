import type { PendingQuery, Row } from 'postgres';
import type { Db } from './sql.ts';

export type Total = { total: number; totalIsEstimate?: true };

export const exactTo = 10_000;

/** How many rows `from` (a FROM clause and what follows) gives: exact to 10000, past that as the planner sees it. */
export async function totalOf(db: Db, from: PendingQuery<Row[]>): Promise<Total> {
  const [row] = await db<{ counted: number }[]>`
    SELECT count(*)::int AS counted FROM (SELECT 1 ${from} LIMIT ${exactTo + 1}) AS matching`;
  const counted = row?.counted ?? 0;
  return counted > exactTo ? estimateAbove(db, from) : { total: counted };
}

/** When it is known already that there are too many to count. */
export async function estimateAbove(db: Db, from: PendingQuery<Row[]>): Promise<Total> {
  return { total: Math.max(await estimateOf(db, from), exactTo + 1), totalIsEstimate: true };
}

/**
 * Whether the planner's sample leaves no doubt that there are more than 10000. Of a thousand values that it keeps, at
 * least twenty match: with no more than 10000 matches that is out of the question.
 */
export async function areSurelyMany(db: Db, from: PendingQuery<Row[]>, table: string): Promise<boolean> {
  const [plan] = await db<{ 'QUERY PLAN': { Plan: { Plans: { 'Plan Rows': number }[] } }[] }[]>`
    EXPLAIN (FORMAT JSON) SELECT 1 ${from} UNION ALL SELECT 1 FROM ${db(table)}`;
  const [matching = 0, all = 0] = plan?.['QUERY PLAN'][0]?.Plan.Plans.map((part) => part['Plan Rows']) ?? [];
  return matching >= 2 * exactTo && matching >= all / 50;
}

/** As the planner sees it. */
async function estimateOf(db: Db, from: PendingQuery<Row[]>): Promise<number> {
  const [plan] = await db<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[]>`
    EXPLAIN (FORMAT JSON) SELECT 1 ${from}`;
  return plan?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? 0;
}

/** For LIKE: finds the text anywhere, and nothing in it means anything but itself. */
export function containing(part: string): string {
  return anywhere(part.toLowerCase());
}

/** The same in any case, for columns whose case the database folds itself. */
export function anywhere(part: string): string {
  return `%${part.replace(/[\\%_]/g, '\\$&')}%`;
}
