import type { Db } from './sql.ts';

/** Rows whose time has passed. They already count for nothing; this only gives back their room. */
export async function sweep(db: Db, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  await db`DELETE FROM sessions WHERE expires_at < ${now}`;
  await db`DELETE FROM remember_me WHERE expires_at < ${now}`;
  await db`DELETE FROM one_time_tokens WHERE expires_at < ${now}`;
  await db`DELETE FROM email_change_undos WHERE expires_at < ${now}`;
  await db`DELETE FROM pending_logins WHERE expires_at < ${now}`;
  await db`DELETE FROM spent_oauth_tokens WHERE expires_at < ${now}`;
  // Addresses that nobody has: their count would otherwise be kept for ever.
  await db`
    DELETE FROM login_attempts a WHERE a.updated_at < ${dayAgo} AND (a.locked_until IS NULL OR a.locked_until < ${now})
       AND NOT EXISTS (SELECT 1 FROM users u WHERE sha256(convert_to(u.email, 'UTF8')) = a.email_hash)`;
}
