import { lifetimes } from '@latchkey/contract';
import { findUser, lockUser } from '../../identity/accounts/user-store.ts';
import { isLastBreakGlassOwner } from '../../identity/credentials/break-glass-store.ts';
import type { Deps } from '../../identity/deps.ts';
import { lockEverywhere } from '../../identity/memberships/every-membership.ts';
import { sweepBatch } from '../../platform/db/sweep-store.ts';
import { inBatches, oneAtATime, transact } from '../../platform/db/transact.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { bySystem } from '../../records/origin.ts';
import { changeStatus } from '../users/status.ts';
import {
  dropWarnings,
  findUnused,
  findWarned,
  insertWarning,
  isStillUnused,
  sweepMailLog,
} from './retention-store.ts';

const dayMs = 86_400_000;
const batch = 200;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);

/** Deletes sent and failed mail past its time from the log, if it has one. */
export async function trimMailLog({ sql, clock, config }: Deps, stopping?: AbortSignal): Promise<void> {
  const { emailLogRetentionDays: days } = config;
  if (days === undefined) return;
  const before = daysBefore(clock.now(), days);
  const step = async () => (await oneAtATime(sql, 'sweeps', (tx) => sweepMailLog(tx, before))) === sweepBatch;
  await inBatches(step, stopping);
}

/** Warns people who have not used their account for long, and deactivates it some time after. */
export async function retireInactive(deps: Deps, stopping?: AbortSignal): Promise<void> {
  const { sql, clock, config } = deps;
  const { inactiveAccountDays: days } = config;
  if (days === undefined) return;
  await Promise.all([deps.lastUse.sessions.flush(), deps.lastUse.keys.flush()]);
  const now = clock.now();
  const since = daysBefore(now, days);
  await dropWarnings(sql, since);
  const sentBefore = daysBefore(now, lifetimes.inactivityWarningDays);
  const warned = (after: string | undefined) => findWarned(sql, sentBefore, { after, limit: batch });
  await forEach(warned, (id) => deactivate(deps, id, { since, now }), stopping);
  const unused = (after: string | undefined) => findUnused(sql, since, { after, limit: batch });
  await forEach(unused, (id) => warn(deps, id, { days, now }), stopping);
}

async function forEach(
  read: (after: string | undefined) => Promise<{ id: string }[]>,
  act: (id: string) => Promise<void>,
  stopping: AbortSignal | undefined,
): Promise<void> {
  let after: string | undefined;
  do {
    const rows = await read(after);
    for (const { id } of rows) {
      if (stopping?.aborted) return;
      await act(id);
    }
    after = rows.length === batch ? rows.at(-1)?.id : undefined;
  } while (after);
}

function warn(deps: Deps, id: string, { days, now }: { days: number; now: Date }): Promise<void> {
  return transact(deps, async (tx) => {
    const user = await findUser(tx, id, now);
    if (!user || !(await insertWarning(tx, id, now))) return;
    const link = `${deps.config.baseUrl}/login`;
    await mailUser(deps, tx, user, { type: 'inactivity_warning', days, link });
  });
}

function deactivate(deps: Deps, id: string, { since, now }: { since: Date; now: Date }): Promise<void> {
  return transact(deps, async (tx) => {
    const { user } = await lockEverywhere(tx, id, () => lockUser(tx, id, now));
    if (!user || !(await isStillUnused(tx, id, since))) return;
    // Kept for the day when single sign-on fails.
    if (await isLastBreakGlassOwner(tx, deps.config, id)) return;
    const context = { deps, caller: { kind: 'system' }, origin: bySystem(now) } as const;
    await changeStatus(context, tx, user, { isActive: false, reason: 'inactive' });
  });
}
