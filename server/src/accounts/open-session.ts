import { lifetimes } from '@latchkey/contract';
import type { Db, Statement } from '../db/sql.ts';
import type { RequestOrigin } from '../origin.ts';
import { insertSession } from './session-store.ts';

const day = 86_400_000;

/** Opens a session row. One that can be renewed by remember-me lives as long as that. */
export function openSession(
  tx: Db,
  session: {
    sessionId: string;
    userId: string;
    rememberSeries: string | null;
    provenAt: Date | null;
    methods?: string[];
  },
  { now, ipAddress, userAgent }: RequestOrigin,
): Statement {
  const { sessionId, userId, rememberSeries, provenAt, methods = null } = session;
  const days = rememberSeries ? lifetimes.rememberMeDays : lifetimes.sessionDays;
  return insertSession(tx, {
    id: sessionId,
    userId,
    ipAddress,
    userAgent,
    rememberSeries,
    expiresAt: new Date(now.getTime() + days * day),
    refreshExpiresAt: new Date(now.getTime() + lifetimes.refreshTokenDays * day),
    provenAt,
    methods,
    now,
  });
}
