import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../platform/config/config.ts';
import { connect } from '../../platform/db/connect.ts';
import { readPosition, readReplica, readSystem } from '../../platform/db/replica-store.ts';
import type { ReplicaPool } from '../../platform/db/replicas.ts';
import type { Sql } from '../../platform/db/sql.ts';
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
      const limitMs = Math.min(replicas.maxLagMs, mostMs);
      return await Promise.all(database.replicas.map((replica) => examine(replica, database.sql, limitMs)));
    } finally {
      await database.close();
    }
  });
}

async function examine({ sql, name }: ReplicaPool, primary: Sql, limitMs: number): Promise<Finding> {
  try {
    const verdict = await judge(sql, primary, limitMs);
    return verdict === 'follows'
      ? ok('replicas', `${name} follows the primary.`)
      : warning('replicas', `${name} ${verdicts[verdict](limitMs)} It is not read from.`, fixes[verdict]);
  } catch (error) {
    const { code = 'no answer' } = error as { code?: string };
    return warning(
      'replicas',
      `${name} cannot be read (${code}). The primary is read instead.`,
      'Start it, or correct DATABASE_READ_URL.',
    );
  }
}

type Verdict = 'follows' | Wrong;
type Wrong = 'leads' | 'strange' | 'late';
const verdicts: Record<Wrong, (limitMs: number) => string> = {
  leads: () => 'accepts writes, so it is no replica.',
  strange: () => 'follows another server than the primary.',
  late: (limitMs) => `is more than ${limitMs} ms late.`,
};
const fixes: Record<Wrong, string> = {
  leads: 'Name standbys in DATABASE_READ_URL.',
  strange: 'Name standbys of this primary in DATABASE_READ_URL, and make those that went another way anew.',
  late: 'Find out what keeps it from following, or raise READ_MAX_LAG_MS.',
};

/** It must follow to where the primary is now, and show a beat that the primary had meanwhile. */
async function judge(replica: Sql, primary: Sql, limitMs: number): Promise<Verdict> {
  const begun = performance.now();
  const { position, beat: first } = await readPosition(primary, []);
  const beats = new Set([first]);
  for (;;) {
    const { follows, beat, position: passed } = await readReplica(replica);
    if (!follows) return 'leads';
    if (!(await isOneSystem(replica, primary))) return 'strange';
    beats.add((await readPosition(primary, [])).beat);
    const hasPassed = passed >= position;
    // Null: nothing was read from replicas since the primary started, and nothing more can be known.
    if (hasPassed && (beats.has(beat) || beats.has(null))) return 'follows';
    if (performance.now() - begun > limitMs) return hasPassed ? 'strange' : 'late';
    await pause(pollMs);
  }
}

async function isOneSystem(one: Sql, other: Sql): Promise<boolean> {
  return (await readSystem(one)) === (await readSystem(other));
}
