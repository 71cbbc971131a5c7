import type { OrganizationRole } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { AuditEvent } from '../audit/event.ts';
import { record } from '../audit/record.ts';
import type { Db, Statement, Tx } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { joinOrganization } from './member-store.ts';
import { presentBareOrganization } from './present.ts';
import { slugCandidate, slugOf } from './slug.ts';
import { insertOrganization, isSlugTaken } from './store.ts';

/** The organization a user just joined. */
export type Joined = { id: string; name: string; slug: string; role: OrganizationRole };

/** Creates an organization under a free slug made from its name, owned by a user who is held and has none. */
export async function createOrganizationFor(
  tx: Tx,
  userId: string,
  name: string,
  now: Date,
): Promise<Joined> {
  const organization = await insertUnderFreeSlug(tx, name, now);
  tx.send(joinOrganization(tx, { userId, organizationId: organization.id, role: 'OWNER', now }));
  return { ...organization, role: 'OWNER' };
}

export function recordCreated(
  tx: Tx,
  origin: Origin,
  user: AuditEvent['user'],
  { id, name, slug }: Joined,
): Statement {
  const { now } = origin;
  const organization = presentBareOrganization({ id, name, slug, createdAt: now, updatedAt: now });
  return record(tx, origin, {
    action: 'ORG_CREATED',
    user,
    metadata: { name, slug },
    about: { organization },
  });
}

async function insertUnderFreeSlug(db: Db, name: string, now: Date) {
  const id = uuidv7();
  const base = slugOf(name);
  let slug = base;
  if (await insertOrganization(db, { id, name, slug, now })) return { id, name, slug };
  // Others may take the same number meanwhile; then try the next one.
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
