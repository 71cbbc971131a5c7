import { transact } from '../../platform/db/transact.ts';
import type { Deps } from '../deps.ts';
import { deleteSeries } from '../sessions/remember-store.ts';
import { deleteSession } from '../sessions/session-store.ts';
import { isStale } from './judge.ts';
import { findSeriesUse, findSessionUse } from './session-use-store.ts';

/**
 * Ends a session that has become too old, or was unused for too long, by the policies of its owner, or that single sign-on
 * leaves no place for; its remembered login ends with it. True if it did.
 */
export async function endIfStale(deps: Deps, sessionId: string, now: Date): Promise<boolean> {
  const first = await findSessionUse(deps.sql, sessionId);
  if (!first || !isStale(deps.config, first.policies, first, now)) return false;
  // Last uses are written late: one that is still on its way may have kept the session alive.
  await deps.lastUse.sessions.flush([sessionId]);
  return transact(deps, async (tx) => {
    const use = await findSessionUse(tx, sessionId);
    if (!use || !isStale(deps.config, use.policies, use, now)) return false;
    await deleteSession(tx, use.userId, sessionId);
    return true;
  });
}

/** The same for a remembered login that is about to open a session. */
export async function endSeriesIfStale(deps: Deps, series: string, now: Date): Promise<boolean> {
  const first = await findSeriesUse(deps.sql, series);
  if (!first || !isStale(deps.config, first.policies, first, now)) return false;
  if (first.sessionId) await deps.lastUse.sessions.flush([first.sessionId]);
  return transact(deps, async (tx) => {
    const use = await findSeriesUse(tx, series);
    if (!use || !isStale(deps.config, use.policies, use, now)) return false;
    if (use.sessionId) await deleteSession(tx, use.userId, use.sessionId);
    await deleteSeries(tx, series);
    return true;
  });
}
