import { lockout } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

/** Rows whose time has passed. They already count for nothing; this only gives back their room. */
export async function sweepAccounts(db: Db, now: Date): Promise<void> {
  await db`DELETE FROM sessions WHERE expires_at < ${now}`;
  await db`DELETE FROM remember_me WHERE expires_at < ${now}`;
  await db`DELETE FROM one_time_tokens WHERE expires_at < ${now}`;
  await db`DELETE FROM email_change_undos WHERE expires_at < ${now}`;
  await db`DELETE FROM pending_logins WHERE expires_at < ${now}`;
  // For addresses that somebody has and that nobody has alike: what went away earlier for one would tell which it is.
  const forgotten = new Date(now.getTime() - lockout.forgottenAfterHours * 3_600_000);
  await db`DELETE FROM attempts WHERE pending_at < ${forgotten}`;
}
