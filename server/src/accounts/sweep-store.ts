import { lockout } from '@latchkey/contract';
import { type Sweep, sweepSome } from '../db/sweep-store.ts';

/** Rows whose time has passed. They already count for nothing; this only gives back their room. */
export const accountSweeps: Sweep[] = [
  (db, now) => sweepSome(db, 'sessions', db`expires_at < ${now}`),
  // One that a session still names would take that session's row along.
  (db, now) =>
    sweepSome(
      db,
      'remember_me',
      db`expires_at < ${now} AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.remember_series = series)`,
    ),
  (db, now) => sweepSome(db, 'one_time_tokens', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'email_change_undos', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'email_codes', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'spent_challenges', db`expires_at < ${now}`),
  (db, now) => sweepSome(db, 'pending_logins', db`expires_at < ${now}`),
  // For addresses that somebody has and that nobody has alike: what went away earlier for one would tell which it is.
  (db, now) =>
    sweepSome(
      db,
      'attempts',
      db`pending_at < ${new Date(now.getTime() - lockout.forgottenAfterHours * 3_600_000)}`,
    ),
];
