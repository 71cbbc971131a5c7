import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Db } from '../../platform/db/sql.ts';

export type RegistrationCode = { email: string; codeHash: Buffer; expiresAt: Date };

/** A new code voids the previous one. */
export async function replaceRegistrationCode(
  db: Db,
  { email, codeHash, expiresAt }: RegistrationCode,
): Promise<void> {
  await db`
    INSERT INTO registration_codes (email_hash, code_hash, expires_at)
    VALUES (${sha256(email)}, ${codeHash}, ${expiresAt})
    ON CONFLICT (email_hash) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`;
}

export async function findRegistrationCode(
  db: Db,
  email: string,
  now: Date,
): Promise<RegistrationCode | undefined> {
  const [row] = await db<Omit<RegistrationCode, 'email'>[]>`
    SELECT code_hash, expires_at FROM registration_codes
     WHERE email_hash = ${sha256(email)} AND expires_at > ${now}`;
  return row && { email, ...row };
}

/** Single use: true for exactly one of the concurrent callers. */
export async function useRegistrationCode(
  db: Db,
  { email, codeHash }: RegistrationCode,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    DELETE FROM registration_codes
     WHERE email_hash = ${sha256(email)} AND code_hash = ${codeHash} AND expires_at > ${now} RETURNING 1`;
  return rows.length === 1;
}
