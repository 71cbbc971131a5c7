import type { Db } from '../../platform/db/sql.ts';

export type CodeRow = {
  grantId: string;
  applicationId: string;
  userId: string;
  sessionId: string;
  organizationId: string | null;
  organizationBound: boolean;
  redirectUri: string;
  codeChallenge: string | null;
  nonce: string | null;
  scopes: string[];
  resource: string | null;
  authTime: Date | null;
  amr: string[];
  expiresAt: Date;
  /** In microseconds. Null: not used yet. */
  redeemedAt: string | null;
};

/** False when the session has ended meanwhile: then nothing was written. */
export async function insertCode(
  tx: Db,
  code: Omit<CodeRow, 'redeemedAt'> & { hash: Buffer; now: Date },
): Promise<boolean> {
  const rows = await tx`
    INSERT INTO application_codes (code_hash, grant_id, application_id, user_id, session_id, organization_id,
                                   organization_bound, redirect_uri,
                                   code_challenge, nonce, scopes, resource, auth_time, amr, expires_at, created_at)
    SELECT ${code.hash}, ${code.grantId}, ${code.applicationId}, s.user_id, s.id, ${code.organizationId},
           ${code.organizationBound}, ${code.redirectUri},
           ${code.codeChallenge}, ${code.nonce}, ${code.scopes}, ${code.resource}, ${code.authTime}, ${code.amr},
           ${code.expiresAt}, ${code.now}
      FROM sessions s WHERE s.id = ${code.sessionId} AND s.user_id = ${code.userId} FOR KEY SHARE
    RETURNING code_hash`;
  return rows.length === 1;
}

export async function findCode(db: Db, hash: Buffer): Promise<CodeRow | undefined> {
  const [row] = await db<CodeRow[]>`
    SELECT grant_id, application_id, user_id, session_id, organization_id, organization_bound, redirect_uri, code_challenge, nonce, scopes, resource,
           auth_time, amr, expires_at, redeemed_at
      FROM application_codes WHERE code_hash = ${hash}`;
  return row;
}

/** Locks the session until the transaction ends. Lock it before the code: ending a session locks it first, too. */
export async function holdSession(tx: Db, sessionId: string): Promise<boolean> {
  return (await tx`SELECT 1 FROM sessions WHERE id = ${sessionId} FOR KEY SHARE`).length === 1;
}

/** Single use: true for the first request only. Requests received before `openUntil` count as simultaneous. */
export async function redeem(
  tx: Db,
  code: { hash: Buffer; applicationId: string; openUntil: number; now: Date },
): Promise<boolean> {
  const { hash, applicationId, openUntil, now } = code;
  const rows = await tx`
    UPDATE application_codes SET redeemed_at = ${openUntil}
     WHERE code_hash = ${hash} AND application_id = ${applicationId} AND redeemed_at IS NULL AND expires_at > ${now}
    RETURNING code_hash`;
  return rows.length === 1;
}

export async function settleCode(db: Db, hash: Buffer, redeemedAt: number): Promise<void> {
  await db`UPDATE application_codes SET redeemed_at = least(redeemed_at, ${redeemedAt}::bigint) WHERE code_hash = ${hash}`;
}
