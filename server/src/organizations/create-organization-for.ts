import type { OrganizationRole } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type AuditEvent, record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { joinOrganization } from './member-store.ts';
import { slugCandidate, slugOf } from './slug.ts';
import { insertOrganization, isSlugTaken } from './store.ts';

/** The organization a user just joined. */
export type Joined = { id: string; name: string; slug: string; role: OrganizationRole };

/** Creates an organization under a free slug of its name, owned by a user who has none yet. */
export async function createOrganizationFor(
  db: Db,
  userId: string,
  name: string,
  now: Date,
): Promise<Joined> {
  const organization = await insertUnderFreeSlug(db, name, now);
  const joined = await joinOrganization(db, { userId, organizationId: organization.id, role: 'OWNER', now });
  if (!joined) throw new Error('the owner of a new organization has one already');
  return { ...organization, role: 'OWNER' };
}

export async function recordCreated(
  db: Db,
  origin: Origin,
  user: AuditEvent['user'],
  { name, slug }: Joined,
): Promise<void> {
  await record(db, origin, { action: 'ORG_CREATED', user, metadata: { name, slug } });
}

async function insertUnderFreeSlug(db: Db, name: string, now: Date) {
  const id = uuidv7();
  const base = slugOf(name);
  let slug = base;
  if (await insertOrganization(db, { id, name, slug, now })) return { id, name, slug };
  // Others may take the same number meanwhile: then the next one is tried.
  let nth = await freeNumber(db, base);
  do slug = slugCandidate(base, nth++);
  while (!(await insertOrganization(db, { id, name, slug, now })));
  return { id, name, slug };
}

/** Finds a free number next to a taken one by bisection: thousands may share a name. */
async function freeNumber(db: Db, base: string): Promise<number> {
  let taken = 1;
  let free = 2;
  while (await isSlugTaken(db, slugCandidate(base, free))) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isSlugTaken(db, slugCandidate(base, middle))) taken = middle;
    else free = middle;
  }
  return free;
}
