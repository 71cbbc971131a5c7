import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { findUser } from '../accounts/user-store.ts';
import { endSeriesIfStale } from '../policies/stale-sessions.ts';
import { findSeries, rotateSeries, settleSeries } from '../sessions/remember-store.ts';
import {
  classifyReplay,
  grantFor,
  type SessionGrant,
  settleRotation,
  sharedUntil,
} from '../sessions/session-grant.ts';
import { deleteSessions, findRefreshState, openSession } from '../sessions/session-store.ts';
import { isDeviceSeen } from '../sign-in/device-store.ts';
import { noticeDevice, sightingOf } from '../sign-in/devices.ts';
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
  if (await endSeriesIfStale(deps, series, origin.now)) return undefined;
  const renewed = await renew(context, cookie, presented);
  if (renewed) return renewed;

  const row = await findSeries(deps.sql, series);
  if (!row || row.expiresAt <= origin.now || counter >= row.counter) return undefined;
  const replay = classifyReplay(origin.receivedAt, counter, row);
  if (replay === 'reused') return endStolen(context, row.userId);
  if (replay === 'late' || !row.sessionId) return undefined;
  const session = await findRefreshState(deps.sql, row.sessionId, origin.now);
  if (!session) return undefined;
  const remember = { series, counter: row.counter };
  return grantFor(context, session, { id: row.sessionId, refreshCounter: session.counter, remember });
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
    const { createdAt: at, signInMethod: method, secondFactor, requireTwoFactor } = row;
    const signIn = { method, at, secondFactor, requireTwoFactor };
    const session = { sessionId, userId: user.id, rememberSeries: series, provenAt: null, signIn };
    await openSession(tx, session, origin);
    noticeDevice(context, tx, user, await isDeviceSeen(tx, sightingOf(origin, user.id)));
    await record(tx, origin, { action: 'AUTH_REMEMBER_ME_USED', user, metadata: { sessionId } });
    const remember = { series, counter: counter + 1 };
    return grantFor(context, user, { id: sessionId, refreshCounter: 0, remember });
  });
  if (grant) await settleRotation(clock, (at) => settleSeries(deps.sql, series, counter + 1, at));
  return grant;
}

/** Two people hold a token that is used twice. We can't tell which is the owner, so both are signed out. */
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
