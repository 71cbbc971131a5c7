import type { PendingQuery, Row } from 'postgres';
import type { Db } from './sql.ts';

export type Total = { total: number; totalIsEstimate?: true };

export const exactTo = 10_000;

/** How many rows `from` (a FROM clause and what follows) gives: exact to 10000, past that as the planner sees it. */
export async function totalOf(db: Db, from: PendingQuery<Row[]>): Promise<Total> {
  const [row] = await db<{ counted: number }[]>`
    SELECT count(*)::int AS counted FROM (SELECT 1 ${from} LIMIT ${exactTo + 1}) AS matching`;
  const counted = row?.counted ?? 0;
  if (counted <= exactTo) return { total: counted };
  return { total: Math.max(await estimateOf(db, from), counted), totalIsEstimate: true };
}

/** The same as the planner sees it. */
export async function estimateOf(db: Db, from: PendingQuery<Row[]>): Promise<number> {
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
