import { organizationLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type AnyContext, type Context, isVouched, may } from '../../identity/caller/caller.ts';
import { endUserKeys } from '../../identity/memberships/end-user-keys.ts';
import { join, lockJoiner } from '../../identity/memberships/join.ts';
import { countMembers, findEndingRoles } from '../../identity/memberships/member-store.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import {
  deleteOrganization as deleteRow,
  findAsMember,
  findMembership,
  insertOrganization,
  isSlugTaken,
  listMemberships,
  type MembershipRow,
  type OrganizationRow,
  renameOrganization,
} from '../../identity/memberships/organization-store.ts';
import { presentBareOrganization } from '../../identity/memberships/present.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact, violatedIndex } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';

const maxLength = 60;

// Letters that do not decompose into a base and an accent.
const folded: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
};

/** A name as part of an address: ASCII, lower case, hyphens. */
export function slugOf(name: string): string {
  const ascii = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðħłŋŧþı]/g, (letter) => folded[letter] ?? '');
  const slug = ascii
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '');
  return slug || 'org';
}

/** The nth candidate: `acme`, `acme-2`, `acme-3`… never longer than a slug may be. */
export function slugCandidate(slug: string, nth: number): string {
  if (nth === 1) return slug;
  const suffix = `-${nth}`;
  return slug.slice(0, maxLength - suffix.length).replace(/-+$/, '') + suffix;
}

/** Adds an organization without members, under a free slug made from its name. */
export async function insertUnderFreeSlug(db: Db, name: string, now: Date): Promise<OrganizationRow> {
  const id = uuidv7();
  const base = slugOf(name);
  const organization = { id, name, slug: base, createdAt: now, updatedAt: now };
  if (await insertOrganization(db, { ...organization, now })) return organization;
  // Others may take the same number meanwhile; then try the next one.
  let nth = await freeNumber(db, base);
  do organization.slug = slugCandidate(base, nth++);
  while (!(await insertOrganization(db, { ...organization, now })));
  return organization;
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

type AnotherRefusal = Refusal<'HAS_ORGANIZATION' | 'ORGANIZATION_LIMIT_REACHED'>;

/** Why a user who belongs to these can't belong to another one. */
export function refuseAnother(
  { severalOrganizations }: Pick<Config, 'severalOrganizations'>,
  ids: readonly string[],
): AnotherRefusal | undefined {
  if (ids.length > 0 && !severalOrganizations) return refuse('HAS_ORGANIZATION');
  return ids.length >= organizationLimit ? refuse('ORGANIZATION_LIMIT_REACHED') : undefined;
}

export async function createOrganization(
  { deps, caller, origin }: Context,
  { name }: { name: string },
): Promise<MembershipRow | AnotherRefusal | Refusal<'PERMISSION_DENIED' | 'UNAUTHENTICATED'>> {
  const { user } = caller;
  if (!deps.config.organizationCreation && !may(caller, 'users:write')) return refuse('PERMISSION_DENIED');
  return transact(deps, async (tx) => {
    // Before anything is written, so a user who creates two at once leaves none without a member.
    const ids = await lockJoiner(tx, caller);
    const refused = isRefusal(ids) ? ids : refuseAnother(deps.config, ids);
    if (refused) return refused;
    const organization = await insertUnderFreeSlug(tx, name, origin.now);
    await join(tx, { user, organization: organization.id, by: { kind: 'creation', organization } }, origin);
    const membership = await findMembership(tx, user.id, organization.id);
    if (!membership) throw new Error('an organization that was just created is not there');
    return membership;
  });
}

export async function getOrganization({
  deps,
  caller,
}: AnyContext): Promise<MembershipRow | Refusal<'NO_ORGANIZATION'>> {
  if (caller.kind === 'organizationKey')
    return (await findAsMember(deps.sql, caller.organization.id)) ?? refuse('NO_ORGANIZATION');
  return (
    (await findMembership(deps.sql, caller.user.id, caller.user.organizationId)) ?? refuse('NO_ORGANIZATION')
  );
}

/** A key sees only the one it acts in, and a session that an identity provider began the one it belongs to. */
export async function listOrganizations({ deps, caller }: Context): Promise<MembershipRow[]> {
  const { id, organizationId } = caller.user;
  if (caller.kind !== 'apiKey' && !isVouched(caller)) return listMemberships(deps.sql, id);
  return organizationId ? listMemberships(deps.sql, id, organizationId) : [];
}

type OrganizationChange = { name?: string | undefined; slug?: string | undefined };
type UpdateRefusal = MembershipRefusal | Refusal<'SLUG_TAKEN'>;

export async function updateOrganization(
  context: Context,
  change: OrganizationChange,
): Promise<MembershipRow | UpdateRefusal> {
  try {
    return await transact(context.deps, (tx) => update(context, tx, change));
  } catch (error) {
    if (violatedIndex(error) === 'organizations_slug_key') return refuse('SLUG_TAKEN');
    throw error;
  }
}

async function update(
  { caller, origin }: Context,
  tx: Db,
  change: OrganizationChange,
): Promise<MembershipRow | UpdateRefusal> {
  const locked = await lockMembership(tx, caller, 'ADMIN');
  if (isRefusal(locked)) return locked;
  const { id, name, slug } = locked.organization;
  const to = { name: change.name ?? name, slug: change.slug ?? slug };
  // Checked first: two organizations that want each other's slug are both refused, and neither waits.
  if (to.slug !== slug && (await isSlugTaken(tx, to.slug))) return refuse('SLUG_TAKEN');
  if (to.name !== name || to.slug !== slug) {
    await renameOrganization(tx, { id, ...to, now: origin.now });
    const metadata = { from: { name, slug }, to };
    const organization = presentBareOrganization({ ...locked.organization, ...to, updatedAt: origin.now });
    await record(tx, origin, { action: 'ORG_UPDATED', user: caller.user, metadata, about: { organization } });
  }
  return (await findMembership(tx, caller.user.id, caller.user.organizationId)) ?? refuse('NO_ORGANIZATION');
}

export async function deleteOrganization({
  deps,
  caller,
  origin,
}: Context): Promise<undefined | MembershipRefusal> {
  return transact(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'OWNER');
    if (isRefusal(locked)) return locked;
    const { id, name, slug } = locked.organization;
    const rolesEnded = await findEndingRoles(tx, id);
    const memberCount = await countMembers(tx, id);
    const metadata = { name, slug, memberCount, ...(rolesEnded.length > 0 && { rolesEnded }) };
    await endUserKeys(tx, { organizationId: id }, caller.user, origin);
    await deleteRow(tx, id, origin.now);
    const about = { organization: presentBareOrganization(locked.organization) };
    await record(tx, origin, { action: 'ORG_DELETED', user: caller.user, metadata, about });
    return undefined;
  });
}
