import type { Db } from '../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../platform/db/sweep-store.ts';

/** What a node says about itself. */
export type NodeFacts = {
  id: string;
  name: string;
  version: string;
  /** Null: not set. */
  settings: Record<string, string | null>;
  fingerprints: Record<string, string | null>;
  clockAheadMs: number;
  uncertainMs: number;
};

export async function noteNode(db: Db, node: NodeFacts): Promise<void> {
  await db`
    INSERT INTO nodes (id, name, version, settings, fingerprints, clock_ahead_ms, uncertain_ms, heard_at)
    VALUES (${node.id}, ${node.name}, ${node.version}, ${JSON.stringify(node.settings)}::text::jsonb,
            ${JSON.stringify(node.fingerprints)}::text::jsonb, ${node.clockAheadMs}, ${node.uncertainMs}, clock_timestamp())
    ON CONFLICT (id) DO UPDATE
       SET clock_ahead_ms = EXCLUDED.clock_ahead_ms, uncertain_ms = EXCLUDED.uncertain_ms, heard_at = EXCLUDED.heard_at`;
}

export async function forgetNode(db: Db, id: string): Promise<void> {
  await db`DELETE FROM nodes WHERE id = ${id}`;
}

export type HeardNode = NodeFacts & { silentSeconds: number };

/** Those that run, and those that died within the last hour. */
export function findNodes(db: Db): Promise<HeardNode[]> {
  return db<HeardNode[]>`
    SELECT *, extract(epoch FROM clock_timestamp() - heard_at)::float8 AS silent_seconds
      FROM nodes ORDER BY name, heard_at DESC`;
}

export const sweepNodes: Sweep = (db) =>
  sweepSome(db, 'nodes', db`heard_at < clock_timestamp() - interval '1 hour'`);
