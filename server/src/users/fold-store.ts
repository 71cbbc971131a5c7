import type { Db, Sql } from '../db/sql.ts';
import { nobody, type Order, orders, partsOf } from './order-store.ts';

/** Rows in a stretch when it is made. One that has grown to twice as many is split. */
const stretchRows = 4000;

/** Updates what lists go by with who came, left and moved since the last time. Any node may do it, one at a time. */
export async function foldUsers(sql: Sql): Promise<void> {
  await sql.begin('ISOLATION LEVEL REPEATABLE READ', async (tx) => {
    // Before the snapshot is taken: it must show what the previous node left.
    await tx`LOCK TABLE user_stretches IN SHARE ROW EXCLUSIVE MODE`;
    const isBehind = (await tx`SELECT 1 FROM user_moves LIMIT 1`).length > 0;
    if (isBehind) await foldSizes(tx);
    if ((await tx`SELECT 1 FROM organization_counts LIMIT 2`).length > 1) await foldCounts(tx);
    for (const order of orders) {
      if (isBehind) await foldMoves(tx, order);
      await joinIfTorn(tx, order);
      await partLarge(tx, order);
    }
    // Only those in the snapshot: what came in meanwhile is for the next time.
    if (isBehind) await tx`DELETE FROM user_moves`;
  });
}

async function foldSizes(tx: Db): Promise<void> {
  await tx`
    INSERT INTO organization_sizes AS o (organization_id, members)
    SELECT organization_id, sum(delta) FROM user_moves WHERE organization_id IS NOT NULL GROUP BY organization_id
    ON CONFLICT (organization_id) DO UPDATE SET members = o.members + EXCLUDED.members`;
  await tx`DELETE FROM organization_sizes WHERE members = 0`;
}

/** Merges many small counts into one. */
async function foldCounts(tx: Db): Promise<void> {
  await tx`
    WITH taken AS (DELETE FROM organization_counts RETURNING n)
    INSERT INTO organization_counts SELECT sum(n) FROM taken`;
}

/** How far each stretch is behind, by where it begins. */
export function movesOf(db: Db, order: Order) {
  const { ofMove, ofStretch } = partsOf(db, order);
  return db`
    SELECT s.low_at, s.low_email, s.low_id, sum(m.delta)::int AS n
      FROM user_moves m, LATERAL (
        SELECT s.* FROM user_stretches s WHERE s.sort = ${order} AND ${ofStretch} <= ${ofMove}
         ORDER BY s.low_at DESC, s.low_email DESC, s.low_id DESC LIMIT 1) AS s
     GROUP BY s.low_at, s.low_email, s.low_id`;
}

async function foldMoves(tx: Db, order: Order): Promise<void> {
  await tx`
    UPDATE user_stretches s SET n = s.n + moved.n FROM (${movesOf(tx, order)}) AS moved
     WHERE s.sort = ${order} AND moved.n <> 0
       AND (s.low_at, s.low_email, s.low_id) = (moved.low_at, moved.low_email, moved.low_id)`;
}

/** Moves leave behind stretches that hold almost nobody. When there are too many, start again with one. */
async function joinIfTorn(tx: Db, order: Order): Promise<void> {
  const [all] = await tx<{ stretches: number; rows: number }[]>`
    SELECT count(*)::int AS stretches, sum(n)::int AS rows FROM user_stretches WHERE sort = ${order}`;
  if (!all || all.stretches <= 16 + (4 * all.rows) / stretchRows) return;
  await tx`DELETE FROM user_stretches WHERE sort = ${order} AND (low_email, low_id) <> ('', ${nobody})`;
  await tx`UPDATE user_stretches SET n = ${all.rows} WHERE sort = ${order}`;
}

/** Each part begins that many rows after the one before; an index steps over them: nobody is numbered or sorted. */
async function partLarge(tx: Db, order: Order): Promise<void> {
  const { rows, by, sorted, ofStretch, low } = partsOf(tx, order);
  const next = order === 'email' ? tx`(s.next_email)` : tx`(s.next_at, s.next_id)`;
  const found = order === 'email' ? tx`(r.low_email)` : tx`(r.low_at, r.low_id)`;
  await tx`
    WITH RECURSIVE bounded AS (
      SELECT s.*, lead(low_at) OVER stretches AS next_at, lead(low_email) OVER stretches AS next_email,
             lead(low_id) OVER stretches AS next_id
        FROM user_stretches s WHERE sort = ${order} WINDOW stretches AS (ORDER BY low_at, low_email, low_id)),
    parts AS (
      SELECT low_at AS of_at, low_email AS of_email, low_id AS of_id, next_at, next_email, next_id, n AS rest, 0 AS nth,
             low_at, low_email, low_id
        FROM bounded WHERE n > ${2 * stretchRows}
      UNION ALL
      SELECT of_at, of_email, of_id, next_at, next_email, next_id, rest - ${stretchRows}, nth + 1, r.*
        FROM parts s, LATERAL (
          SELECT ${low} FROM ${rows} WHERE ${by} >= ${ofStretch} ORDER BY ${sorted} LIMIT 1 OFFSET ${stretchRows}) AS r
       WHERE s.next_id IS NULL OR ${found} < ${next}),
    sized AS (
      SELECT *, coalesce(rest - lead(rest) OVER (PARTITION BY of_at, of_email, of_id ORDER BY nth), rest) AS n FROM parts),
    parted AS (
      INSERT INTO user_stretches (sort, low_at, low_email, low_id, n)
      SELECT ${order}, low_at, low_email, low_id, n FROM sized WHERE nth > 0)
    UPDATE user_stretches s SET n = sized.n FROM sized
     WHERE s.sort = ${order} AND nth = 0 AND (s.low_at, s.low_email, s.low_id) = (of_at, of_email, of_id)`;
}
