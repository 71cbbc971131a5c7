import { lifetimes } from '@latchkey/contract';
import { type Sweep, sweepSome } from '../db/sweep-store.ts';

const day = 86_400_000;

export const oidcSweeps: Sweep[] = [
  // A used code is remembered for a day: whoever brings it then holds a copy.
  (db, now) => sweepSome(db, 'application_codes', db`expires_at < ${new Date(now.getTime() - day)}`),
  (db, now) => sweepSome(db, 'application_grants', db`refresh_expires_at < ${now}`),
  (db, now) => {
    const since = new Date(now.getTime() - lifetimes.unusedClientDays * day);
    return sweepSome(
      db,
      'applications',
      db`dynamic AND coalesce(last_used_at, created_at) < ${since}
         AND NOT EXISTS (SELECT 1 FROM application_grants g WHERE g.application_id = applications.id)`,
    );
  },
  (db, now) => sweepSome(db, 'signing_keys', db`published_until < ${new Date(now.getTime() - day)}`),
];
