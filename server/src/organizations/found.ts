import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/sql.ts';
import { slugCandidate, slugOf } from './slug.ts';
import { countSlugs, insertOrganization } from './store.ts';

/** A new organization under the first free slug of its name. */
export async function foundOrganization(
  db: Db,
  name: string,
  now: Date,
): Promise<{ id: string; name: string; slug: string }> {
  const id = uuidv7();
  const base = slugOf(name);
  let nth = (await countSlugs(db, base)) + 1;
  let slug = slugCandidate(base, nth);
  while (!(await insertOrganization(db, { id, name, slug, now }))) slug = slugCandidate(base, ++nth);
  return { id, name, slug };
}
