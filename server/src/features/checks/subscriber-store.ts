import { checkLimits } from '@latchkey/contract';
import { subscriberLocks } from '../../platform/db/locks.ts';
import type { Db, Sql } from '../../platform/db/sql.ts';
import { type Snapshot, writeSnapshot } from './snapshot.ts';

/** That a subscriber asked, and with what. */
export type Asked = {
  id: string;
  accountId: string;
  keyId: string | null;
  ipAddress: string;
  maxStalenessMs: number;
  askedAt: Date;
  /** Null: with nothing that says how far it has read. */
  after: { epoch: string; snapshot: Snapshot; readAt: number } | null;
};

/** Those that asked within this time are listed. */
export const listedMs = 60_000;

const listedSince = (now: Date) => new Date(now.getTime() - listedMs);

/** False if the account has as many as it may. Those that begin at once take turns. */
export function beginSubscriber(sql: Sql, asked: Asked): Promise<boolean> {
  const { id, accountId, keyId, ipAddress, maxStalenessMs, askedAt } = asked;
  return sql.begin(async (tx) => {
    await tx`SELECT pg_advisory_xact_lock(${subscriberLocks}, hashtext(${accountId}))`;
    const { count } = await tx`
      INSERT INTO check_subscribers (id, account_id, key_id, ip_address, max_staleness_ms, begun_at, asked_at)
      SELECT ${id}, ${accountId}, ${keyId}, ${ipAddress}, ${maxStalenessMs}, ${askedAt}, ${askedAt}
       WHERE (SELECT count(*) FROM check_subscribers WHERE account_id = ${accountId} AND asked_at > ${listedSince(askedAt)})
             < ${checkLimits.subscribers}`;
    return count === 1;
  });
}

/** Given in order of id, so nodes that write at the same time don't deadlock. One that was swept meanwhile is written anew. */
export async function writeAsked(db: Db, rows: readonly Asked[]): Promise<void> {
  const after = rows.map((each) => each.after);
  await db`
    INSERT INTO check_subscribers AS s (id, account_id, key_id, ip_address, max_staleness_ms, begun_at, asked_at,
                                        after_epoch, after_covers, after_read_at)
    SELECT a.id, a.account_id, a.key_id, a.ip_address, a.most, a.asked_at, a.asked_at, a.epoch, a.covers::pg_snapshot, a.read_at
      FROM unnest(${rows.map((each) => each.id)}::uuid[], ${rows.map((each) => each.accountId)}::uuid[],
                  ${rows.map((each) => each.keyId)}::uuid[], ${rows.map((each) => each.ipAddress)}::text[],
                  ${rows.map((each) => each.maxStalenessMs)}::int[], ${rows.map((each) => each.askedAt.toISOString())}::timestamptz[],
                  ${after.map((each) => each?.epoch ?? null)}::text[],
                  ${after.map((each) => each && writeSnapshot(each.snapshot))}::text[],
                  ${after.map((each) => each && new Date(each.readAt).toISOString())}::timestamptz[])
           AS a (id, account_id, key_id, ip_address, most, asked_at, epoch, covers, read_at)
        ON CONFLICT (id) DO UPDATE
       SET asked_at = greatest(s.asked_at, excluded.asked_at), ip_address = excluded.ip_address,
           max_staleness_ms = greatest(s.max_staleness_ms, excluded.max_staleness_ms),
           after_epoch = excluded.after_epoch, after_covers = excluded.after_covers, after_read_at = excluded.after_read_at
     WHERE s.asked_at <= excluded.asked_at`;
}

export type SubscriberRow = {
  id: string;
  keyId: string | null;
  name: string | null;
  ipAddress: string;
  maxStalenessMs: number;
  askedAt: Date;
  afterReadAt: Date | null;
};

/** All nodes', oldest first. */
export async function listSubscribers(db: Db, now: Date): Promise<SubscriberRow[]> {
  return db<SubscriberRow[]>`
    SELECT s.id, s.key_id, k.name, s.ip_address, s.max_staleness_ms, s.asked_at, s.after_read_at
      FROM check_subscribers s LEFT JOIN api_keys k ON k.id = s.key_id
     WHERE s.asked_at > ${listedSince(now)} ORDER BY s.begun_at, s.id`;
}

/** A confirmation that has begun: what is committed by now, and whose answers may be from before. */
export type Begun = { at: Date; covers: string; waiting: { id: string; maxStalenessMs: number }[] };

/** As of one statement. From now on, nodes write at once what their subscribers ask with. */
export async function beginConfirmation(db: Db, id: string, now: Date): Promise<Begun> {
  const rows = await db<{ at: Date; covers: string; id: string | null; maxStalenessMs: number | null }[]>`
    WITH begun AS (
      INSERT INTO check_confirmations (id, until)
      VALUES (${id}, clock_timestamp() + ${checkLimits.maxStalenessMs.most} * interval '1 ms' + interval '5 s'))
    SELECT clock_timestamp() AS at, pg_current_snapshot()::text AS covers, s.id, s.max_staleness_ms
      FROM (SELECT 1) AS one LEFT JOIN check_subscribers s ON s.asked_at > ${listedSince(now)}`;
  const [first] = rows;
  if (!first) throw new Error('a confirmation always begins with a row');
  const waiting = rows.flatMap(({ id, maxStalenessMs }) =>
    id === null || maxStalenessMs === null ? [] : [{ id, maxStalenessMs }],
  );
  return { at: first.at, covers: first.covers, waiting };
}

export async function endConfirmation(db: Db, id: string): Promise<void> {
  await db`DELETE FROM check_confirmations WHERE id = ${id}`;
}

/** Those of the given ones that have asked with an `after` that covers every change which the confirmation sees. */
export async function findConfirmed(
  db: Db,
  { ids, epoch, covers }: { ids: string[]; epoch: string; covers: string },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    SELECT s.id FROM check_subscribers s
     WHERE s.id = ANY (${ids}::uuid[]) AND s.after_epoch = ${epoch}
       AND NOT EXISTS (
         SELECT 1 FROM check_changes c
          WHERE (c.xact >= pg_snapshot_xmax(s.after_covers)
                 OR c.xact = ANY (ARRAY(SELECT pg_snapshot_xip(s.after_covers))))
            AND pg_visible_in_snapshot(c.xact, ${covers}::text::pg_snapshot))`;
  return rows.map(({ id }) => id);
}
