import type { Db } from '../../platform/db/sql.ts';

export type TwoFactorState = { twoFactorEnabled: boolean; twoFactorSecret: Buffer | null };

export async function findTwoFactor(db: Db, userId: string): Promise<TwoFactorState | undefined> {
  const [row] = await db<TwoFactorState[]>`
    SELECT two_factor_enabled, two_factor_secret FROM users WHERE id = ${userId}`;
  return row;
}

/**
 * Stores a secret that is yet to be confirmed. False if two-factor is on. `byConnection`: an identity provider began the
 * session that asks, and nothing shows that it is the person.
 */
export async function startSetup(
  db: Db,
  userId: string,
  { sealedSecret, byConnection }: { sealedSecret: Buffer; byConnection: boolean },
): Promise<boolean> {
  const rows = await db`
    UPDATE users SET two_factor_secret = ${sealedSecret}, two_factor_by_connection = ${byConnection},
           two_factor_last_step = NULL
     WHERE id = ${userId} AND NOT two_factor_enabled RETURNING id`;
  return rows.length === 1;
}

/** Whether two-factor is on that an identity provider set up in the person's name, as far as anyone knows. */
export async function isByConnection(db: Db, userId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM users WHERE id = ${userId} AND two_factor_secret IS NOT NULL AND two_factor_by_connection`;
  return rows.length === 1;
}

/** Turns two-factor on with the same secret the code was checked against; the code counts as used. */
export async function enable(
  db: Db,
  change: { userId: string; sealedSecret: Buffer; step: number; now: Date },
): Promise<boolean> {
  const { userId, sealedSecret, step, now } = change;
  const rows = await db`
    UPDATE users SET two_factor_enabled = true, two_factor_verified = true, two_factor_enabled_at = ${now},
           two_factor_last_step = ${step}, updated_at = ${now}
     WHERE id = ${userId} AND NOT two_factor_enabled AND two_factor_secret = ${sealedSecret} RETURNING id`;
  return rows.length === 1;
}

/** Accepts the code of a time step, once: neither it nor an older one is accepted after it. */
export async function spendStep(
  db: Db,
  userId: string,
  sealedSecret: Buffer,
  step: number,
): Promise<boolean> {
  const rows = await db`
    UPDATE users SET two_factor_last_step = ${step}
     WHERE id = ${userId} AND two_factor_enabled AND two_factor_secret = ${sealedSecret}
       AND (two_factor_last_step IS NULL OR two_factor_last_step < ${step}) RETURNING id`;
  return rows.length === 1;
}

/**
 * Removes two-factor; with a time, only if it was turned on since then. Also ends an unfinished setup. False if there
 * was none.
 */
export async function clearTwoFactor(
  db: Db,
  userId: string,
  now: Date,
  since: Date | null,
): Promise<boolean> {
  const rows = await db`
    UPDATE users SET two_factor_enabled = false, two_factor_verified = false, two_factor_enabled_at = NULL,
           two_factor_secret = NULL, two_factor_by_connection = false, two_factor_last_step = NULL, updated_at = ${now}
     WHERE id = ${userId} AND (two_factor_enabled OR two_factor_secret IS NOT NULL)
       AND (${since}::timestamptz IS NULL OR NOT two_factor_enabled OR two_factor_enabled_at >= ${since})
    RETURNING id`;
  return rows.length === 1;
}
