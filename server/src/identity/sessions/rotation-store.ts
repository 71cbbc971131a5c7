import type { Db } from '../../platform/db/sql.ts';

/**
 * How long a rotation's outcome is shared at most. The database's clock decides: a node that is wrong about the time must
 * not give out tokens for a used one.
 */
const mostSeconds = 6;

export const sharingEnds = (db: Db) => db`clock_timestamp() + make_interval(secs => ${mostSeconds})`;

export const isShared = (db: Db, until: string) =>
  db`coalesce(clock_timestamp() < ${db(until)}, false) AS is_shared`;
