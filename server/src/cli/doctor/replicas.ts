import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/connect.ts';
import { readPosition, readReplica } from '../../platform/db/replica-store.ts';
import type { ReplicaPool } from '../../platform/db/replicas.ts';
import { createLogger } from '../../platform/log.ts';
import { type Finding, look, ok, warning } from './finding.ts';

const pollMs = 50;
/** Sooner than the whole check gives up. */
const mostMs = 10_000;

/** Whether each replica follows the primary closely enough to be read from. */
export function examineReplicas(config: Config): Promise<Finding[]> {
  const { replicas } = config;
  if (!replicas) return Promise.resolve([]);
  return look('replicas', async () => {
    const log = createLogger({ ...config, logLevel: 'silent' });
    const database = await connect({ ...config, pool: { ...config.pool, size: 1 } }, log, {
      holder: 'command',
    });
    try {
      const { position } = await readPosition(database.sql, []);
      return await Promise.all(
        database.replicas.map((replica) => examine(replica, position, Math.min(replicas.maxLagMs, mostMs))),
      );
    } finally {
      await database.close();
    }
  });
}

async function examine({ sql, name }: ReplicaPool, position: bigint, limitMs: number): Promise<Finding> {
  const begun = performance.now();
  try {
    for (;;) {
      const facts = await readReplica(sql);
      if (!facts.follows)
        return warning(
          'replicas',
          `${name} accepts writes, so it is no replica. It is not read from.`,
          'Name standbys in DATABASE_READ_URL.',
        );
      if (facts.position >= position) return ok('replicas', `${name} follows the primary.`);
      if (performance.now() - begun > limitMs)
        return warning(
          'replicas',
          `${name} is more than ${limitMs} ms late. It is not read from meanwhile.`,
          'Find out what keeps it from following, or raise READ_MAX_LAG_MS.',
        );
      await pause(pollMs);
    }
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    return warning(
      'replicas',
      `${name} cannot be read (${code}). The primary is read instead.`,
      'Start it, or correct DATABASE_READ_URL.',
    );
  }
}
