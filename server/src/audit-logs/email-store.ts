import { containing, holds } from '../db/search-store.ts';
import type { Db } from '../db/sql.ts';
import { exactTo, type Frequency, frequencyOf } from '../db/total-store.ts';

/** The emails that contain a part, with the number of their entries. */
export type Emails = { among: string[]; entries: number } | 'many';

const fewEmails = 3000;

/**
 * A few emails lead to their entries by an index, however rare those are. With many emails, the next entry is never
 * far, and a walk finds it.
 */
export async function findEmails(db: Db, part: string): Promise<Emails> {
  const frequency = await frequencyOf(db, folded(db, part), 'audit_emails');
  if (frequency === 'many') return 'many';
  const rows = await db<{ email: string; entries: number }[]>`
    SELECT email, sum(entries)::float8 AS entries
      FROM (SELECT * FROM (SELECT email, entries ${folded(db, part, frequency)} LIMIT ${fewEmails + 1}) AS known
            UNION ALL
            SELECT user_email, n FROM audit_unfolded WHERE user_email LIKE ${containing(part)}) AS found
     GROUP BY email`;
  if (rows.length > fewEmails) return 'many';
  return {
    among: rows.map(({ email }) => email),
    entries: rows.reduce((sum, { entries }) => sum + entries, 0),
  };
}

/** How many entries they have, up to 10000; undefined when there are more. */
export async function countOfEmails(db: Db, part: string): Promise<number | undefined> {
  const frequency = await frequencyOf(db, folded(db, part), 'audit_emails');
  if (frequency === 'many') return undefined;
  const [row] = await db<{ entries: number }[]>`
    SELECT coalesce(sum(entries), 0)::float8 AS entries
      FROM (SELECT * FROM (SELECT entries ${folded(db, part, frequency)} LIMIT ${exactTo + 1}) AS known
            UNION ALL
            SELECT n FROM audit_unfolded WHERE user_email LIKE ${containing(part)}) AS found`;
  return row && row.entries <= exactTo ? row.entries : undefined;
}

function folded(db: Db, part: string, frequency?: Frequency) {
  return db`FROM audit_emails WHERE true ${holds(db, db`email`, part, frequency)}`;
}
