import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { record } from '../audit/record.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import type { OpenContext } from '../deps.ts';
import { addressOf, clearFailures } from './attempt-store.ts';
import { noticeDevice } from './devices.ts';
import { openSession } from './open-session.ts';
import { insertSeries } from './remember-store.ts';
import { grantFor, type SessionGrant } from './session-grant.ts';
import { noteLogin, type UserRow } from './user-store.ts';

export type LoginOptions = {
  rememberMe: boolean;
  /** How they proved who they are, for the audit trail. */
  method: string;
};

/** The end of every way to log in: the count is cleared, the session opened, the owner told of a new device. */
export async function completeLogin(
  context: OpenContext,
  tx: Db,
  user: UserRow,
  { rememberMe, method }: LoginOptions,
): Promise<SessionGrant> {
  const { origin } = context;
  await clearFailures(tx, addressOf(user));
  const sessionId = uuidv7();
  const remember = rememberMe ? await openSeries(context, tx, { userId: user.id, sessionId }) : undefined;
  const session = { sessionId, userId: user.id, rememberSeries: remember?.series ?? null };
  await openSession(tx, { ...session, provenAt: origin.now }, origin);
  await record(tx, origin, { action: 'AUTH_LOGIN_SUCCESS', user, metadata: { method, sessionId } });
  if (remember)
    await record(tx, origin, { action: 'AUTH_REMEMBER_ME_CREATED', user, metadata: { sessionId } });
  await noticeDevice(context, tx, user);
  await noteLogin(tx, user.id, origin.now);
  const granted = { id: sessionId, refreshCounter: 0, remember };
  return grantFor(context, { ...user, lastLoginAt: origin.now }, granted);
}

async function openSeries(
  { deps, origin }: OpenContext,
  tx: Db,
  owner: { userId: string; sessionId: string },
): Promise<{ series: string; counter: number }> {
  const { now } = origin;
  const remember = { series: uuidv7(), counter: 0 };
  const { series } = remember;
  const tokenHash = sha256(deps.credentials.rememberToken(series, remember.counter));
  const expiresAt = new Date(now.getTime() + lifetimes.rememberMeDays * 86_400_000);
  await insertSeries(tx, { series, ...owner, tokenHash, expiresAt, now });
  return remember;
}
