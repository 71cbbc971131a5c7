import type { Deps } from '../../identity/deps.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { brokenOff } from '../../platform/outbound/sender.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import type { WebhookScope } from '../webhooks/scope.ts';
import { findWebhookAdmins } from '../webhooks/webhook-store.ts';
import { aboutDestination } from './about-destination.ts';
import { changeDestination, findAnyDestination } from './destination-store.ts';
import type { Batch } from './read-batch.ts';
import { freeLease, lockHealth, saveFailed, saveTaken } from './reading-store.ts';
import { failingLimit, nextAttemptAt } from './schedule.ts';
import type { Sent } from './send.ts';

type Tools = Pick<Deps, 'sql' | 'clock' | 'outbox' | 'config'>;

/** Moves the destination on, or plans the next attempt. One that fails for days is turned off. */
export async function settleBatch(tools: Tools, batch: Batch, sent: Sent): Promise<void> {
  const { sql, clock } = tools;
  const { turn, taken: passed } = batch;
  const { outcome } = sent.attempt;
  // The service is stopping: the next worker tries this batch as if it were new.
  if ('error' in outcome && outcome.error === brokenOff) return freeLease(sql, turn);
  const isKept = sent.taken
    ? await saveTaken(sql, turn, { passed, told: sent.error, now: clock.now() })
    : await fail(tools, batch, sent);
  if (!isKept) await freeLease(sql, turn);
}

function fail(tools: Tools, { turn, passed }: Batch, { attempt, error }: Sent): Promise<boolean> {
  const now = tools.clock.now();
  return transact(tools, async (tx) => {
    const health = await lockHealth(tx, turn);
    if (!health) return false;
    const failures = health.failures + 1;
    const failingSince = health.failingSince ?? now;
    const retryAfter = 'status' in attempt.outcome ? attempt.outcome.retryAfter : undefined;
    const dueAt = nextAttemptAt(failures, retryAfter, now);
    await saveFailed(tx, turn, { passed, error: error ?? 'EFAILED', failures, failingSince, dueAt });
    const isOver = now.getTime() - failingSince.getTime() >= failingLimit;
    if (health.enabled && isOver) await disable(tools, tx, turn.id, now);
    return true;
  });
}

/** Turns it off, records that, and mails its administrators. */
async function disable(
  { outbox, config }: Pick<Deps, 'outbox' | 'config'>,
  tx: Db,
  id: string,
  now: Date,
): Promise<void> {
  await changeDestination(tx, id, { enabled: false }, now);
  const destination = await findAnyDestination(tx, id);
  if (!destination) return;
  const { organizationId, name } = destination;
  const scope: WebhookScope = organizationId ? { of: 'organization', id: organizationId } : { of: 'system' };
  const origin = { ipAddress: null, userAgent: null, now };
  const about = aboutDestination(scope, 'DISABLED', destination, { reason: 'failing' });
  await record(tx, origin, { user: null, ...about });
  const page = scope.of === 'system' ? '/admin/destinations' : '/organization/destinations';
  for (const admin of await findWebhookAdmins(tx, scope))
    await mailUser({ outbox }, tx, admin, {
      type: 'destination_disabled',
      name,
      at: now,
      link: config.baseUrl + page,
    });
}
