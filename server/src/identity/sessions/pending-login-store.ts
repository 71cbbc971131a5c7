import type { Db, Statement } from '../../platform/db/sql.ts';

/** What an organization's identity provider said about a person whose second factor is still to come. */
export type Vouched = {
  connectionId: string;
  /** The issuer or entity ID that spoke: after a change of it, this says nothing. */
  issuer: string;
  subject: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  groups: string[] | null;
  /** As a time in milliseconds: when the session ends at the latest. */
  endsAt: number;
};

export function insertPendingLogin(
  db: Db,
  login: {
    tokenHash: Buffer;
    userId: string;
    rememberMe: boolean;
    method: string;
    vouched?: Vouched | undefined;
    expiresAt: Date;
    now: Date;
  },
): Statement {
  return db`
    INSERT INTO pending_logins (token_hash, user_id, remember_me, method, vouched, expires_at, created_at)
    VALUES (${login.tokenHash}, ${login.userId}, ${login.rememberMe}, ${login.method},
            ${login.vouched ? JSON.stringify(login.vouched) : null}::text::json, ${login.expiresAt}, ${login.now})`;
}

export async function deletePendingLogins(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM pending_logins WHERE user_id = ${userId}`;
}

export type PendingLoginRow = {
  userId: string;
  rememberMe: boolean;
  method: string;
  vouched: Vouched | null;
};

export async function findPendingLogin(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<PendingLoginRow | undefined> {
  const [row] = await open(db, tokenHash, now);
  return row;
}

/** Held until the transaction ends: requests with the same token get past this one at a time. */
export async function lockPendingLogin(
  db: Db,
  tokenHash: Buffer,
  now: Date,
): Promise<PendingLoginRow | undefined> {
  const [row] = await db<PendingLoginRow[]>`${open(db, tokenHash, now)} FOR UPDATE`;
  return row;
}

function open(db: Db, tokenHash: Buffer, now: Date) {
  return db<PendingLoginRow[]>`
    SELECT user_id, remember_me, method, vouched FROM pending_logins
     WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;
}

export async function deletePendingLogin(db: Db, tokenHash: Buffer): Promise<void> {
  await db`DELETE FROM pending_logins WHERE token_hash = ${tokenHash}`;
}
