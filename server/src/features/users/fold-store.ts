import type { Db, Fragment, Sql } from '../../platform/db/sql.ts';
import { inBatches } from '../../platform/db/transact.ts';
import { nobody, type Order, orders, partsOf } from './order-store.ts';

/** Rows in a stretch when it is made. One that has grown to twice as many is split. */
const stretchRows = 4000;

/** Few enough to fold well within a second. */
const foldBatch = 2000;
/** How many parts a stretch is split into at once. */
const mostParts = 25;

/**
 * Adds the users who were added, deleted or moved since the last run to the counts behind lists. One node at a time.
 */
export function foldUsers(sql: Sql, stopping?: AbortSignal): Promise<void> {
  return inBatches(
    () =>
      sql.begin('ISOLATION LEVEL REPEATABLE READ', async (tx) => {
        // Before the snapshot is taken: it must show what the previous node left.
        await tx`LOCK TABLE user_stretches IN SHARE ROW EXCLUSIVE MODE`;
        return foldSome(tx);
      }),
    stopping,
  );
}

/** True if there is more to do. */
async function foldSome(tx: Db): Promise<boolean> {
  const rows = await tx<{ at: string }[]>`SELECT ctid::text AS at FROM user_moves LIMIT ${foldBatch}`;
  const taken = tx`user_moves m WHERE m.ctid = ANY(${rows.map(({ at }) => at)}::text[]::tid[])`;
  if (rows.length > 0) await foldSizes(tx, taken);
  let more = rows.length === foldBatch;
  more = (await foldCounts(tx)) || more;
  for (const order of orders) {
    if (rows.length > 0) await foldMoves(tx, order, taken);
    // Parts are measured by the rows in the table, so all moves must be counted first.
    if (rows.length === foldBatch) continue;
    await mergeSparse(tx, order);
    more = (await splitLarge(tx, order)) || more;
  }
  if (rows.length > 0) await tx`DELETE FROM ${taken}`;
  return more;
}

async function foldSizes(tx: Db, taken: Fragment): Promise<void> {
  await tx`
    INSERT INTO organization_sizes AS o (organization_id, members)
    SELECT organization_id, sum(delta) FROM ${taken} AND organization_id IS NOT NULL GROUP BY organization_id
    ON CONFLICT (organization_id) DO UPDATE SET members = o.members + EXCLUDED.members`;
  await tx`DELETE FROM organization_sizes WHERE members = 0`;
}

/** Merges many small counts into one. True if there may be more. */
async function foldCounts(tx: Db): Promise<boolean> {
  if ((await tx`SELECT 1 FROM organization_counts LIMIT 2`).length < 2) return false;
  const [row] = await tx<{ taken: number }[]>`
    WITH taken AS (
      DELETE FROM organization_counts WHERE ctid = ANY(ARRAY(SELECT ctid FROM organization_counts LIMIT ${foldBatch}))
      RETURNING n),
    merged AS (INSERT INTO organization_counts SELECT sum(n) FROM taken)
    SELECT count(*)::int AS taken FROM taken`;
  return row?.taken === foldBatch;
}

/** How far each stretch is behind some moves, by where it begins. */
export function movesOf(db: Db, order: Order, taken: Fragment) {
  const { ofMove, ofStretch } = partsOf(db, order);
  return db`
    SELECT s.low_at, s.low_email, s.low_id, sum(m.delta)::int AS n
      FROM (SELECT m.* FROM ${taken}) AS m, LATERAL (
        SELECT s.* FROM user_stretches s WHERE s.sort = ${order} AND ${ofStretch} <= ${ofMove}
         ORDER BY s.low_at DESC, s.low_email DESC, s.low_id DESC LIMIT 1) AS s
     GROUP BY s.low_at, s.low_email, s.low_id`;
}

async function foldMoves(tx: Db, order: Order, taken: Fragment): Promise<void> {
  await tx`
    UPDATE user_stretches s SET n = s.n + moved.n FROM (${movesOf(tx, order, taken)}) AS moved
     WHERE s.sort = ${order} AND moved.n <> 0
       AND (s.low_at, s.low_email, s.low_id) = (moved.low_at, moved.low_email, moved.low_id)`;
}

/** Moves leave behind stretches that are almost empty. When there are too many, start again with one. */
async function mergeSparse(tx: Db, order: Order): Promise<void> {
  const [all] = await tx<{ stretches: number; rows: number }[]>`
    SELECT count(*)::int AS stretches, sum(n)::int AS rows FROM user_stretches WHERE sort = ${order}`;
  if (!all || all.stretches <= 16 + (4 * all.rows) / stretchRows) return;
  await tx`DELETE FROM user_stretches WHERE sort = ${order} AND (low_email, low_id) <> ('', ${nobody})`;
  await tx`UPDATE user_stretches SET n = ${all.rows} WHERE sort = ${order}`;
}

/**
 * Splits the largest stretch. Each part begins that many rows after the one before; an index steps over them, so no
 * rows are numbered or sorted. The last part keeps the rest, for the next time. True if there may be more.
 */
async function splitLarge(tx: Db, order: Order): Promise<boolean> {
  const { rows, by, sorted, ofStretch, low } = partsOf(tx, order);
  const next = order === 'email' ? tx`(s.next_email)` : tx`(s.next_at, s.next_id)`;
  const found = order === 'email' ? tx`(r.low_email)` : tx`(r.low_at, r.low_id)`;
  const { count } = await tx`
    WITH RECURSIVE bounded AS (
      SELECT s.*, lead(low_at) OVER stretches AS next_at, lead(low_email) OVER stretches AS next_email,
             lead(low_id) OVER stretches AS next_id
        FROM user_stretches s WHERE sort = ${order} WINDOW stretches AS (ORDER BY low_at, low_email, low_id)),
    parts AS (
      SELECT low_at AS of_at, low_email AS of_email, low_id AS of_id, next_at, next_email, next_id, n AS rest, 0 AS nth,
             low_at, low_email, low_id
        FROM (SELECT * FROM bounded WHERE n > ${2 * stretchRows} ORDER BY n DESC LIMIT 1) AS largest
      UNION ALL
      SELECT of_at, of_email, of_id, next_at, next_email, next_id, rest - ${stretchRows}, nth + 1, r.*
        FROM parts s, LATERAL (
          SELECT ${low} FROM ${rows} WHERE ${by} >= ${ofStretch} ORDER BY ${sorted} LIMIT 1 OFFSET ${stretchRows}) AS r
       WHERE s.nth < ${mostParts} AND (s.next_id IS NULL OR ${found} < ${next})),
    sized AS (
      SELECT *, coalesce(rest - lead(rest) OVER (PARTITION BY of_at, of_email, of_id ORDER BY nth), rest) AS n FROM parts),
    parted AS (
      INSERT INTO user_stretches (sort, low_at, low_email, low_id, n)
      SELECT ${order}, low_at, low_email, low_id, n FROM sized WHERE nth > 0)
    UPDATE user_stretches s SET n = sized.n FROM sized
     WHERE s.sort = ${order} AND nth = 0 AND (s.low_at, s.low_email, s.low_id) = (of_at, of_email, of_id) AND s.n <> sized.n`;
  return count > 0;
}
