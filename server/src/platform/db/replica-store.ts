import type { Db, Sql } from './sql.ts';
import { type Sweep, sweepSome } from './sweep-store.ts';

/** Stands for the row that says that a life of the primary has begun. */
const begun = '00000000-0000-0000-0000-000000000000';

/** Which beat the primary is at, where its log is, and where that was after the last change by one of these. */
export type PrimaryPosition = { beat: string | null; position: bigint; changed: bigint };

type PositionRow = { beat: string | null; position: string; changed: string };

/** Statements of one moment: what was acknowledged before it is covered. */
export async function readPosition(db: Db, holderIds: readonly string[]): Promise<PrimaryPosition> {
  const [row] = await db<PositionRow[]>`
    SELECT (SELECT id FROM read_beat WHERE EXISTS (SELECT 1 FROM read_positions WHERE holder_id = ${begun})) AS beat,
           (pg_current_wal_insert_lsn() - '0/0')::text AS position,
           (SELECT coalesce(max(position - '0/0'), 0)::text FROM read_positions
             WHERE holder_id = ANY (${[...holderIds]}::uuid[])) AS changed`;
  if (!row) throw new Error('a position is always answered with one row');
  return { beat: row.beat, position: BigInt(row.position), changed: BigInt(row.changed) };
}

/** After a crash or a promotion, exactly one of the concurrent callers begins the next life. */
export async function beginLife(sql: Sql, now: Date): Promise<void> {
  await sql`
    WITH first AS (
      INSERT INTO read_positions VALUES (${begun}, pg_current_wal_insert_lsn(), ${now}) ON CONFLICT DO NOTHING RETURNING 1)
    INSERT INTO read_beat SELECT gen_random_uuid() FROM first ON CONFLICT ((true)) DO UPDATE SET id = excluded.id`;
}

/** The next beat, unless another node was faster. */
export async function nextBeat(sql: Sql, former: string): Promise<string | undefined> {
  const [row] = await sql<{ id: string }[]>`
    UPDATE read_beat SET id = gen_random_uuid() WHERE id = ${former} RETURNING id`;
  return row?.id;
}

/** In one order, so that two of these can't wait for each other. */
export async function notePosition(db: Db, holderIds: readonly string[], now: Date): Promise<void> {
  await db`
    INSERT INTO read_positions AS p
    SELECT id, pg_current_wal_insert_lsn(), ${now} FROM unnest(${[...holderIds]}::uuid[]) AS id ORDER BY id
        ON CONFLICT (holder_id) DO UPDATE
           SET position = greatest(p.position, excluded.position), changed_at = excluded.changed_at`;
}

/** A server that may be a replica. `server` is another one after a restart, and on every other server. */
export type ReplicaFacts = { follows: boolean; position: bigint; beat: string | null; server: string };

export async function readReplica(db: Db): Promise<ReplicaFacts> {
  const [row] = await db<(Omit<ReplicaFacts, 'position'> & { position: string })[]>`
    SELECT pg_is_in_recovery() AS follows, coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text AS position,
           (SELECT id FROM read_beat) AS beat, pg_postmaster_start_time()::text AS server`;
  if (!row) throw new Error('a server always answers with one row');
  return { ...row, position: BigInt(row.position) };
}

/** What a database server has in common with its replicas, and with copies of its files. */
export async function readSystem(db: Db): Promise<string> {
  const [row] = await db<{ id: string }[]>`SELECT system_identifier::text AS id FROM pg_control_system()`;
  return row?.id ?? '';
}

/** Replicas that are used at all have long passed these. */
export const sweepPositions: Sweep = (db, now) =>
  sweepSome(
    db,
    'read_positions',
    db`changed_at < ${now}::timestamptz - interval '10 minutes' AND holder_id <> ${begun}`,
  );
