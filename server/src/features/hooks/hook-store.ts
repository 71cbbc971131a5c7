import type { Hook, HookPoint } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { type AskedHook, secretsOf } from '../../records/hooks/hook-store.ts';

export type HookRow = Omit<Hook, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

const columns = (db: Db) => db`id, point, url, enabled, timeout_ms, on_failure, created_at, updated_at`;

export type NewHook = Pick<Hook, 'point' | 'url' | 'enabled' | 'timeoutMs' | 'onFailure'>;

/** Undefined if the point has one. */
export async function insertHook(
  tx: Db,
  { id, now, ...hook }: NewHook & { id: string; now: Date },
): Promise<HookRow | undefined> {
  const { point, url, enabled, timeoutMs, onFailure } = hook;
  const [row] = await tx<HookRow[]>`
    INSERT INTO hooks (id, point, url, enabled, timeout_ms, on_failure, created_at, updated_at)
    VALUES (${id}, ${point}, ${url}, ${enabled}, ${timeoutMs}, ${onFailure}, ${now}, ${now})
    ON CONFLICT (point) DO NOTHING RETURNING ${columns(tx)}`;
  return row;
}

export function findHooks(db: Db): Promise<HookRow[]> {
  return db<HookRow[]>`SELECT ${columns(db)} FROM hooks ORDER BY point`;
}

export async function findHook(db: Db, id: string): Promise<HookRow | undefined> {
  const [row] = await db<HookRow[]>`SELECT ${columns(db)} FROM hooks WHERE id = ${id}`;
  return row;
}

/** As it is asked, whether it is turned on or off. */
export async function findToAsk(db: Db, id: string, now: Date): Promise<AskedHook | undefined> {
  const [row] = await db<AskedHook[]>`
    SELECT id, point, url, timeout_ms, on_failure, ${secretsOf(db, now)} AS secrets FROM hooks h WHERE id = ${id}`;
  return row;
}

/** Held until the transaction ends. */
export async function lockHook(tx: Db, id: string): Promise<HookRow | undefined> {
  const [row] = await tx<HookRow[]>`
    SELECT ${columns(tx)} FROM hooks WHERE id = ${id} FOR NO KEY UPDATE`;
  return row;
}

export type HookChange = Partial<Pick<HookRow, 'url' | 'enabled' | 'timeoutMs' | 'onFailure'>>;

export async function changeHook(tx: Db, id: string, change: HookChange, now: Date): Promise<void> {
  await tx`UPDATE hooks SET ${tx({ ...change, updatedAt: now })} WHERE id = ${id}`;
}

/** Its secrets go with it. */
export async function removeHook(tx: Db, id: string): Promise<void> {
  await tx`DELETE FROM hooks WHERE id = ${id}`;
}

/** Turns off the hook of a point or, without one, all of them. Returns those that were on. */
export function disableHooks(tx: Db, point: HookPoint | null, now: Date): Promise<HookRow[]> {
  return tx<HookRow[]>`
    UPDATE hooks SET enabled = false, updated_at = ${now}
     WHERE enabled AND (${point}::text IS NULL OR point = ${point}) RETURNING ${columns(tx)}`;
}
