import type { Db } from '../../platform/db/sql.ts';
import { type Sweep, sweepSome } from '../../platform/db/sweep-store.ts';

type KeptTest = {
  connectionId: string;
  userId: string;
  /** The issuer or entity ID that it was about. */
  tested: string;
  passed: boolean;
  result: Buffer;
  now: Date;
  expiresAt: Date;
};

/** Replaces the user's last one. False if the connection or the user is gone. */
export async function saveTest(tx: Db, test: KeptTest): Promise<boolean> {
  const { connectionId, userId, tested, passed, result, now, expiresAt } = test;
  const rows = await tx`
    INSERT INTO sso_tests (connection_id, user_id, tested, passed, result, received_at, expires_at)
    SELECT c.id, u.id, ${tested}, ${passed}, ${result}, ${now}::timestamptz, ${expiresAt}::timestamptz
      FROM sso_connections c, users u WHERE c.id = ${connectionId} AND u.id = ${userId}
    ON CONFLICT (connection_id, user_id) DO UPDATE SET tested = EXCLUDED.tested, passed = EXCLUDED.passed, result = EXCLUDED.result,
      received_at = EXCLUDED.received_at, expires_at = EXCLUDED.expires_at
    RETURNING user_id`;
  return rows.length === 1;
}

/** What the newest test received, sealed. */
export async function findTest(db: Db, connectionId: string, now: Date): Promise<Buffer | undefined> {
  const [row] = await db<{ result: Buffer }[]>`
    SELECT result FROM sso_tests WHERE connection_id = ${connectionId} AND expires_at > ${now}
     ORDER BY received_at DESC LIMIT 1`;
  return row?.result;
}

/** Whether the user's own last test passed, with the issuer or entity ID that the connection has now. */
export async function hasPassed(
  tx: Db,
  { connectionId, userId, tested }: Pick<KeptTest, 'connectionId' | 'userId' | 'tested'>,
  now: Date,
): Promise<boolean> {
  const rows = await tx`
    SELECT 1 FROM sso_tests
     WHERE connection_id = ${connectionId} AND user_id = ${userId} AND tested = ${tested} AND passed AND expires_at > ${now}`;
  return rows.length > 0;
}

export const sweepTests: Sweep = (db, now) => sweepSome(db, 'sso_tests', db`expires_at < ${now}`);
