import { lifetimes } from '@latchkey/contract';
import type { Db, Statement } from '../../platform/db/sql.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import { cancelPending } from '../accounts/email-change-store.ts';
import { type UserRow, userColumns } from '../accounts/user-store.ts';
import { isShared, sharingEnds } from './rotation-store.ts';

const day = 86_400_000;

export type SessionRow = {
  id: string;
  userId: string;
  createdAt: Date;
  lastSeenAt: Date;
  expiresAt: Date;
  ipAddress: string;
  userAgent: string;
};

type NewSession = {
  sessionId: string;
  userId: string;
  rememberSeries: string | null;
  /** Null for a session opened by a remembered login: nothing was proven. */
  provenAt: Date | null;
  /** How it was proven: a password, a code, a passkey, a provider. */
  methods?: string[];
  /** Of the sign-in it stems from, which may be an earlier one. */
  signIn: SignIn;
  /** The identity provider that opened it, and when it ends at the latest. */
  by?: { connectionId: string; organizationId: string; endsAt: Date } | undefined;
  /** Where it counts although single sign-on is required. */
  breakGlassIn?: string[] | null;
};

/** How a session began, and whether a second factor was proven, then or since. */
export type SignIn = {
  method: string | null;
  at: Date;
  secondFactor: boolean;
  /** A hook asked for a second factor. */
  requireTwoFactor?: boolean;
};

/** A session that remember-me can renew lives as long as remember-me does. */
export function openSession(
  db: Db,
  { sessionId, userId, rememberSeries, provenAt, methods, signIn, by, breakGlassIn }: NewSession,
  { now, ipAddress, userAgent }: Pick<RequestOrigin, 'now' | 'ipAddress' | 'userAgent'>,
): Statement {
  const days = rememberSeries ? lifetimes.rememberMeDays : lifetimes.sessionDays;
  const endsAt = by?.endsAt ?? null;
  const within = (ms: number) =>
    new Date(Math.min(now.getTime() + ms, endsAt?.getTime() ?? Number.POSITIVE_INFINITY));
  const expiresAt = within(days * day);
  const refreshExpiresAt = within(lifetimes.refreshTokenDays * day);
  return db`
    INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at, ip_address, user_agent, remember_series,
                          refresh_expires_at, proven_at, authenticated_at, methods,
                          sign_in_method, signed_in_at, second_factor, require_two_factor, connection_id, organization_id,
                          ends_at, break_glass_in)
    VALUES (${sessionId}, ${userId}, ${now}, ${now}, ${expiresAt}, ${ipAddress}, ${userAgent}, ${rememberSeries},
            ${refreshExpiresAt}, ${provenAt}, ${provenAt}, ${methods ?? null},
            ${signIn.method}, ${signIn.at}, ${signIn.secondFactor}, ${signIn.requireTwoFactor ?? false},
            ${by?.connectionId ?? null},
            ${by?.organizationId ?? null}, ${endsAt}, ${breakGlassIn ?? null})`;
}

export async function touchSessions(db: Db, ids: string[], times: Date[]): Promise<void> {
  await db`
    UPDATE sessions s SET last_seen_at = seen.at
      FROM unnest(${ids}::uuid[], ${times.map((time) => time.toISOString())}::timestamptz[]) AS seen (id, at)
     WHERE s.id = seen.id AND s.last_seen_at < seen.at`;
}

/** All of a user's, or those that an identity provider began. */
export function findLiveSessions(
  db: Db,
  userId: string,
  now: Date,
  connectionId: string | null = null,
): Promise<SessionRow[]> {
  return db<SessionRow[]>`
    SELECT id, user_id, created_at, last_seen_at, expires_at, ip_address, user_agent FROM sessions
     WHERE user_id = ${userId} AND expires_at > ${now} AND (${connectionId}::uuid IS NULL OR connection_id = ${connectionId})
     ORDER BY last_seen_at DESC, id DESC`;
}

/** Whether an identity provider began a session. */
export async function isBegunBy(db: Db, sessionId: string, connectionId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM sessions WHERE id = ${sessionId} AND connection_id = ${connectionId}`;
  return rows.length === 1;
}

type Credential =
  | { kind: 'apiKey'; keyId: string }
  | { kind: 'organizationKey'; keyId: string }
  | { kind: 'session' | 'accessToken'; sessionId: string };

/**
 * Whether a request's credential is still valid: its session may have ended, or its key been revoked, while the request
 * waited for a lock.
 */
export async function isLive(db: Db, credential: Credential): Promise<boolean> {
  if (credential.kind === 'organizationKey') {
    const rows = await db`
      SELECT 1 FROM organization_keys WHERE id = ${credential.keyId} AND revoked_at IS NULL AND enabled`;
    return rows.length === 1;
  }
  const rows =
    credential.kind === 'apiKey'
      ? await db`SELECT 1 FROM api_keys WHERE id = ${credential.keyId} AND revoked_at IS NULL`
      : await db`SELECT 1 FROM sessions WHERE id = ${credential.sessionId}`;
  return rows.length === 1;
}

/** Ends a session and the remember-me series it came from. Returns how many of each ended. */
export async function deleteSession(
  db: Db,
  userId: string,
  sessionId: string,
): Promise<{ sessions: number; series: number }> {
  const series = await db`
    DELETE FROM remember_me r USING sessions s
     WHERE s.id = ${sessionId} AND s.user_id = ${userId} AND r.series = s.remember_series`;
  const sessions = await db`DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId}`;
  return { sessions: sessions.count, series: series.count };
}

/**
 * Ends every session of a user but the given one, and every remember-me series: someone else may have a copy
 * of the one this session came from, and the session lasts just as long without it. For the same reason, it cancels an
 * email change that is pending. `connectionId`: only those that this identity provider began, and nothing else.
 */
export async function deleteSessions(
  db: Db,
  userId: string,
  exceptSessionId: string | null = null,
  connectionId: string | null = null,
): Promise<{ sessions: number; series: number }> {
  if (connectionId) {
    const begun = await db`
      DELETE FROM sessions
       WHERE user_id = ${userId} AND connection_id = ${connectionId} AND id IS DISTINCT FROM ${exceptSessionId}`;
    return { sessions: begun.count, series: 0 };
  }
  await cancelPending(db, userId);
  // The series first: this waits for a request that is renewing one, and then sees the session it opened.
  const series = await db`
    DELETE FROM remember_me WHERE user_id = ${userId}`;
  const sessions =
    await db`DELETE FROM sessions WHERE user_id = ${userId} AND id IS DISTINCT FROM ${exceptSessionId}`;
  return { sessions: sessions.count, series: series.count };
}

export type RefreshState = UserRow & {
  userId: string;
  counter: number;
  rotatedAt: string | null;
  isShared: boolean;
  expiresAt: Date;
  refreshExpiresAt: Date;
};

function refreshStates(db: Db, sessionId: string, now: Date) {
  return db<RefreshState[]>`
    SELECT s.user_id, s.refresh_counter AS counter, s.refresh_rotated_at AS rotated_at,
           ${isShared(db, 's.refresh_shared_until')}, s.expires_at, s.refresh_expires_at, ${userColumns(db, now)}
      FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = ${sessionId} AND u.is_active`;
}

/** A session and its owner, if the owner is active. */
export async function findRefreshState(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<RefreshState | undefined> {
  return (await refreshStates(db, sessionId, now))[0];
}

/** Succeeds for one caller: the counter moves only from the value the token carries. */
export async function rotateRefresh(
  db: Db,
  rotation: { sessionId: string; counter: number; sharedUntil: number; refreshExpiresAt: Date; now: Date },
): Promise<boolean> {
  const { sessionId, counter, sharedUntil, refreshExpiresAt, now } = rotation;
  const rows = await db`
    UPDATE sessions SET refresh_counter = refresh_counter + 1, refresh_rotated_at = ${sharedUntil},
           refresh_shared_until = ${sharingEnds(db)}, refresh_expires_at = least(${refreshExpiresAt}, ends_at),
           expires_at = least(greatest(expires_at, ${refreshExpiresAt}), ends_at)
     WHERE id = ${sessionId} AND refresh_counter = ${counter} AND refresh_expires_at > ${now} AND expires_at > ${now}
       AND EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.is_active)
    RETURNING id`;
  return rows.length === 1;
}

/** Settles a rotation, and returns the current state of its session. */
export async function settleRefresh(
  db: Db,
  rotation: { sessionId: string; counter: number; rotatedAt: number; now: Date },
): Promise<RefreshState | undefined> {
  const { sessionId, counter, rotatedAt, now } = rotation;
  const [state] = await db<RefreshState[]>`
    WITH settled AS (
      UPDATE sessions SET refresh_rotated_at = least(refresh_rotated_at, ${rotatedAt}::bigint)
       WHERE id = ${sessionId} AND refresh_counter = ${counter})
    ${refreshStates(db, sessionId, now)}`;
  return state;
}
