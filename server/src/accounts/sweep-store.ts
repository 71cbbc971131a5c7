import { lockout } from '@latchkey/contract';
import { type Sweep, sweepSome } from '../db/sweep-store.ts';

/** Deletes expired rows. They no longer count; this only frees their space. */
export const accountSweeps: Sweep[] = [
  (db, now) => sweepSome(db, 'sessions', db`expires_at < ${now}`),
  // Deleting one that a session still refers to would delete the session too.
  (db, now) =>
    sweepSome(
      db,
      'remember_me',
      db`expires_at < ${now} AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.remember_series = series)`,
    ),
  (db, now) => sweepSome(db, 'one_time_tokens', db`expires_at < ${now}`),
  // Not those that factors were set aside for: `endSetAside` deletes them.
  (db, now) => sweepSome(db, 'email_change_undos', db`expires_at < ${now} AND NOT reclaimed`),
  (db, now) => sweepSome(db, 'email_codes', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'spent_challenges', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'pending_logins', db`expires_at < ${now}`),
  // For known and unknown addresses alike: a difference would reveal which is which.
  (db, now) =>
    sweepSome(
      db,
      'attempts',
      db`pending_at < ${new Date(now.getTime() - lockout.forgottenAfterHours * 3_600_000)}`,
    ),
];
