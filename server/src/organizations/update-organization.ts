import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact, violatedIndex } from '../db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { lockMembership, type MembershipRefusal } from './lock-membership.ts';
import { presentBareOrganization } from './present.ts';
import { findMembership, isSlugTaken, type MembershipRow, renameOrganization } from './store.ts';

type Change = { name?: string | undefined; slug?: string | undefined };
type UpdateRefusal = MembershipRefusal | Refusal<'SLUG_TAKEN'>;

export async function updateOrganization(
  context: Context,
  change: Change,
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
  change: Change,
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
  return (await findMembership(tx, caller.user.id)) ?? refuse('NO_ORGANIZATION');
}
