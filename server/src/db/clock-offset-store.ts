import type { Db } from './sql.ts';

/** How far the database's clock is ahead of this node's, in microseconds, give or take half a round trip. */
export async function databaseAhead(db: Db, localMicroseconds: () => number): Promise<number> {
  const before = localMicroseconds();
  const [row] = await db<
    { at: string }[]
  >`SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint AS at`;
  const after = localMicroseconds();
  return Number(row?.at ?? after) - (before + after) / 2;
}
