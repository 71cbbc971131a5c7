import { lifetimes, type ProofMethod } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

/** When a session last proved who its user is, and what they could prove it with. */
export type ProofRow = {
  /** Null: never, or there is no such session (any more). */
  provenAt: Date | null;
  /** The last proof that an identity provider which began the session had no part in. */
  ownProvenAt: Date | null;
  isSession: boolean;
  password: boolean;
  totp: boolean;
  backupCode: boolean;
  passkey: boolean;
  /** False for a second factor that was set up in a session that an identity provider began. */
  isFactorOwn: boolean;
  hasPasskeys: boolean;
  providers: string[];
};

/**
 * A factor set in this session counts only if the session had a recent proof at the time: otherwise, someone who stole
 * it could set one and use it as proof. A first password isn't set without one. An API key has no session, and so no
 * proof.
 */
export async function findProof(
  db: Db,
  userId: string,
  sessionId: string | null,
): Promise<ProofRow | undefined> {
  const trustedUntil = db`coalesce(
    coalesce(s.proven_at + make_interval(mins => ${lifetimes.recentProofMinutes}), s.created_at), 'infinity')`;
  const [row] = await db<ProofRow[]>`
    SELECT s.proven_at, s.own_proven_at, s.id IS NOT NULL AS is_session, u.password_hash IS NOT NULL AS password,
           u.two_factor_enabled AND coalesce(u.two_factor_enabled_at <= ${trustedUntil}, true) AS totp,
           EXISTS (SELECT 1 FROM backup_codes f
                    WHERE f.user_id = u.id AND f.used_at IS NULL AND NOT f.pending
                      AND f.created_at <= ${trustedUntil}) AS backup_code,
           EXISTS (SELECT 1 FROM passkeys f
                    WHERE f.user_id = u.id AND f.verifies_user) AS passkey,
           NOT u.two_factor_by_connection AS is_factor_own, u.passkey_count > 0 AS has_passkeys,
           ARRAY(SELECT o.provider::text FROM oauth_accounts o WHERE o.user_id = u.id) AS providers
      FROM users u LEFT JOIN sessions s ON s.id = ${sessionId} WHERE u.id = ${userId}`;
  return row;
}

/**
 * False if the session has ended meanwhile. Counts as authenticating anew only if it is as strong as what the session
 * was authenticated with: its only factor, or a passkey, which verifies the user.
 */
export async function noteProof(
  db: Db,
  sessionId: string,
  { method, now }: { method: ProofMethod; now: Date },
): Promise<boolean> {
  const methods = [method];
  const isOwn = db`(${method === 'password' || method === 'passkey'} OR NOT (
    SELECT u.two_factor_by_connection FROM users u WHERE u.id = user_id))`;
  const isAsStrong = db`(${method === 'passkey'} OR methods = ${methods}::text[])`;
  const rows = await db`
    UPDATE sessions SET proven_at = ${now}, own_proven_at = CASE WHEN ${isOwn} THEN ${now} ELSE own_proven_at END,
           authenticated_at = CASE WHEN ${isAsStrong} THEN ${now} ELSE authenticated_at END,
           methods = CASE WHEN ${isAsStrong} THEN ${methods}::text[] ELSE methods END
     WHERE id = ${sessionId} RETURNING id`;
  if (method !== 'password') await noteSecondFactor(db, sessionId);
  return rows.length === 1;
}

/** From now on, the session and the remembered login it stems from have proven a second factor. */
export async function noteSecondFactor(db: Db, sessionId: string): Promise<void> {
  await db`
    WITH session AS (
      UPDATE sessions SET second_factor = true WHERE id = ${sessionId} AND NOT second_factor RETURNING remember_series)
    UPDATE remember_me r SET second_factor = true FROM session s WHERE r.series = s.remember_series`;
}
