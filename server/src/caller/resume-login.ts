import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { isDeviceSeen } from '../accounts/device-store.ts';
import { noticeDevice, sightingOf } from '../accounts/devices.ts';
import { findSeries, rotateSeries, settleSeries } from '../accounts/remember-store.ts';
import { arrivedBefore, settleRotation, sharedUntil } from '../accounts/rotation.ts';
import { grantFor, type SessionGrant } from '../accounts/session-grant.ts';
import { deleteSessions, findRefreshState, openSession } from '../accounts/session-store.ts';
import { findUser } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import { sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { mailUser } from '../email/mail-user.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { OpenContext } from './caller.ts';

/**
 * A new session from the remember_me cookie. Undefined if the cookie isn't valid; a refusal if it was stolen.
 */
export async function resumeLogin(
  context: OpenContext,
  cookie: string,
): Promise<SessionGrant | Refusal<'REMEMBER_ME_REUSED'> | undefined> {
  const { deps, origin } = context;
  const presented = deps.credentials.readRememberToken(cookie);
  if (!presented) return undefined;
  const { id: series, counter } = presented;
  const renewed = await renew(context, cookie, presented);
  if (renewed) return renewed;

  const row = await findSeries(deps.sql, series);
  if (!row || row.expiresAt <= origin.now || counter >= row.counter) return undefined;
  const shares = row.counter === counter + 1 && arrivedBefore(origin.receivedAt, row.rotatedAt);
  if (!shares) return endStolen(context, row.userId);
  const session = row.sessionId ? await findRefreshState(deps.sql, row.sessionId, origin.now) : undefined;
  const user = await findUser(deps.sql, row.userId, origin.now);
  if (!session || !user || !row.sessionId) return undefined;
  const remember = { series, counter: row.counter };
  return grantFor(context, user, { id: row.sessionId, refreshCounter: session.refreshCounter, remember });
}

async function renew(
  context: OpenContext,
  cookie: string,
  { id: series, counter }: { id: string; counter: number },
): Promise<SessionGrant | undefined> {
  const { deps, origin } = context;
  const { credentials, clock } = deps;
  const sessionId = uuidv7();
  const grant = await transact(deps, async (tx) => {
    const won = await rotateSeries(tx, {
      series,
      tokenHash: sha256(cookie),
      nextTokenHash: sha256(credentials.rememberToken(series, counter + 1)),
      sessionId,
      sharedUntil: sharedUntil(clock),
      expiresAt: new Date(origin.now.getTime() + lifetimes.rememberMeDays * 86_400_000),
      now: origin.now,
    });
    if (!won) return undefined;
    const row = await findSeries(tx, series);
    const user = row && (await findUser(tx, row.userId, origin.now));
    if (!user) return undefined;
    const session = { sessionId, userId: user.id, rememberSeries: series, provenAt: null };
    await openSession(tx, session, origin);
    noticeDevice(context, tx, user, await isDeviceSeen(tx, sightingOf(origin, user.id)));
    await record(tx, origin, { action: 'AUTH_REMEMBER_ME_USED', user, metadata: { sessionId } });
    const remember = { series, counter: counter + 1 };
    return grantFor(context, user, { id: sessionId, refreshCounter: 0, remember });
  });
  if (grant) await settleRotation(clock, (at) => settleSeries(deps.sql, series, counter + 1, at));
  return grant;
}

/** A token used twice is held by two people. We can't tell which is the owner, so nobody stays signed in. */
async function endStolen(
  { deps, origin }: OpenContext,
  userId: string,
): Promise<Refusal<'REMEMBER_ME_REUSED'>> {
  await transact(deps, async (tx) => {
    const user = await findUser(tx, userId, origin.now);
    const { sessions, series } = await deleteSessions(tx, userId);
    // Of several requests with the stolen token, only the one that ended the series reports it.
    if (!user || series === 0) return;
    await record(tx, origin, {
      action: 'AUTH_REMEMBER_ME_THEFT_DETECTED',
      user,
      metadata: { sessionsRevoked: sessions },
    });
    await mailUser(deps, tx, user, {
      type: 'security_alert',
      reason: 'remember_me_theft',
      at: origin.now,
      ipAddress: origin.ipAddress,
      link: `${deps.config.baseUrl}/forgot-password`,
    });
  });
  return refuse('REMEMBER_ME_REUSED');
}
