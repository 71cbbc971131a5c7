import type { SigningAlgorithm } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

/** Somebody whose session has ended, and an application it had signed them in to. */
export type LogoutNotice = {
  id: string;
  applicationId: string;
  userId: string;
  sessionId: string;
  attempts: number;
  clientId: string;
  signingAlgorithm: SigningAlgorithm;
  /** Null: it no longer wants to know. */
  backchannelLogoutUri: string | null;
};

/** Claims the notice due longest, until `leasedUntil`. `busy`: applications to leave alone for now. */
export async function claimNotice(
  db: Db,
  { now, leasedUntil, busy }: { now: Date; leasedUntil: Date; busy: string[] },
): Promise<LogoutNotice | undefined> {
  const [row] = await db<LogoutNotice[]>`
    UPDATE logout_notices n SET attempts = n.attempts + 1, next_attempt_at = ${leasedUntil}
      FROM applications a
     WHERE a.id = n.application_id AND n.id = (
             SELECT id FROM logout_notices
              WHERE next_attempt_at <= ${now} AND application_id <> ALL (${busy}::uuid[])
              ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING n.id, n.application_id, n.user_id, n.session_id, n.attempts, a.client_id, a.signing_algorithm,
              a.backchannel_logout_uri`;
  return row;
}

export async function deleteNotice(db: Db, id: string): Promise<void> {
  await db`DELETE FROM logout_notices WHERE id = ${id}`;
}

export async function postponeNotice(db: Db, id: string, until: Date): Promise<void> {
  await db`UPDATE logout_notices SET next_attempt_at = ${until} WHERE id = ${id}`;
}
