import { accountSweeps } from './accounts/sweep-store.ts';
import { foldAudit } from './audit/fold-store.ts';
import { dropExpired, makePartitions } from './audit/partition-store.ts';
import { findHead, thinSeals } from './audit/seal-store.ts';
import { sealTrail } from './audit/seal-trail.ts';
import { endSetAside } from './auth/end-set-aside.ts';
import { oneAtATime } from './db/one-at-a-time.ts';
import type { Sql } from './db/sql.ts';
import { type Sweep, sweepBatch } from './db/sweep-store.ts';
import type { Deps } from './deps.ts';
import { sweepSpentTokens } from './oauth/store.ts';
import type { Oidc } from './oidc/parts.ts';
import { oidcSweeps } from './oidc/sweep-store.ts';
import { sweepInvites } from './organizations/invite-store.ts';
import { foldUsers } from './users/fold-store.ts';
import { webhookSweeps } from './webhooks/sweep-store.ts';

const foldMs = 5000;
const sealMs = 3000;
const headMs = 3_600_000;
const sweepMs = 10 * 60_000;
const day = 86_400_000;

/** A seal holds up to 500 entries. */
const sweepSeals: Sweep = async (db) => ((await thinSeals(db, 5)) > 0 ? sweepBatch : 0);

const sweeps: Sweep[] = [
  ...accountSweeps,
  sweepSpentTokens,
  sweepInvites,
  ...oidcSweeps,
  ...webhookSweeps,
  sweepSeals,
];

export type Upkeep = {
  /** Starts nothing more, and waits for what is under way. */
  stop(): Promise<void>;
};

/** Work that no request waits for. Every node offers to do it; database locks see to it that only one does. */
export function startUpkeep(deps: Deps, { keys }: Oidc): Upkeep {
  const chores = [
    everySoOften(deps, foldMs, 'folding the figures of the audit trail', () => foldAudit(deps.sql)),
    everySoOften(deps, foldMs, 'folding the order of the users', () => foldUsers(deps.sql)),
    everySoOften(deps, sealMs, 'sealing the audit trail', () => sealTrail(deps)),
    everySoOften(deps, headMs, 'logging the head of the audit trail', () => logHead(deps)),
    everySoOften(deps, sweepMs, 'keeping the partitions of the audit trail', () => keepPartitions(deps)),
    everySoOften(deps, sweepMs, 'rotating the keys that sign tokens', () => keys.rotate('by-age')),
    everySoOften(deps, sweepMs, 'ending factors that were set aside', () => endSetAside(deps)),
    everySoOften(deps, sweepMs, 'sweeping', () => sweep(deps.sql, deps.clock.now())),
  ];
  return {
    async stop() {
      await Promise.all(chores.map((stop) => stop()));
    },
  };
}

/** At once, then again and again, never two at a time. */
function everySoOften(deps: Deps, pauseMs: number, name: string, chore: () => Promise<unknown>) {
  let underWay: Promise<void> | undefined;
  const run = async () => {
    try {
      await chore();
    } catch (error) {
      deps.log.warn({ err: error }, `${name} failed; it will be retried later`);
    }
    underWay = undefined;
  };
  const begin = () => {
    underWay ??= run();
  };
  begin();
  const timer = setInterval(begin, pauseMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/** For those who keep logs elsewhere: nothing before this seal can change from now on without being found. */
export async function logHead({ sql, log }: Pick<Deps, 'sql' | 'log'>): Promise<void> {
  const head = await findHead(sql);
  if (!head) return;
  const { sequence, root, sealedAt } = head;
  log.info({ sequence, root: root.toString('hex'), sealedAt }, 'audit trail head');
}

/** Each area deletes its own expired rows, a few at a time. */
export async function sweep(sql: Sql, now: Date): Promise<void> {
  for (const some of sweeps) while ((await oneAtATime(sql, 'sweep', (tx) => some(tx, now))) === sweepBatch);
}

/** Prepares the next months, and drops those that are past their time. */
export async function keepPartitions({ sql, clock, config, log }: Deps): Promise<void> {
  const now = clock.now();
  await sql.begin((tx) => makePartitions(tx, now));
  if (config.auditRetentionDays === undefined) return;
  const keptFrom = new Date(now.getTime() - config.auditRetentionDays * day);
  const dropped = await dropExpired(sql, keptFrom, now);
  for (const partition of dropped)
    log.info({ partition }, 'dropped a month of audit entries past the retention time');
}
