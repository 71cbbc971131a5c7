import type { Db } from '../db/sql.ts';
import { estimateAbove, exactTo, type Total, totalOf } from '../db/total-store.ts';
import { countOfEmails, findEmails } from './email-store.ts';
import { type AuditFilter, matching } from './filter-store.ts';
import { type Cut, cutFromFew, type Position } from './store.ts';
import { walkTrail } from './walk-trail.ts';

/** With this many it is faster to look for a page in the newest partitions than for everything in all of them. */
const severalEmails = 100;

/** A page of the entries of everyone whose address contains the given part. */
export async function cutByEmail(
  db: Db,
  filter: AuditFilter & { userEmail: string },
  cut: Cut,
): Promise<Total & { page: Position[] }> {
  const { userEmail, ...others } = filter;
  const alone = Object.values(others).every((value) => value === undefined);
  const emails = await findEmails(db, userEmail);
  if (emails === 'many') {
    const total = alone ? await totalOfEmails(db, filter) : await totalOf(db, matching(db, filter));
    return { ...total, page: await walkTrail(db, filter, cut) };
  }
  const resolved = { ...filter, among: emails.among };
  if (alone && emails.among.length > severalEmails) {
    const estimate = emails.entries > exactTo && { totalIsEstimate: true as const };
    return { total: emails.entries, ...estimate, page: await walkTrail(db, resolved, cut) };
  }
  const few = await cutFromFew(db, resolved, cut);
  if (few !== 'many') return few;
  return {
    ...(await estimateAbove(db, matching(db, resolved))),
    page: await walkTrail(db, resolved, cut),
  };
}

async function totalOfEmails(db: Db, filter: AuditFilter & { userEmail: string }): Promise<Total> {
  const total = await countOfEmails(db, filter.userEmail);
  return total === undefined ? estimateAbove(db, matching(db, filter)) : { total };
}
