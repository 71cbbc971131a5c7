import { record } from '../audit/record.ts';
import type { Caller } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { transact, violatedIndex } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { type EnterRefusal, enterOrganization } from './enter.ts';
import { findMembership, isSlugTaken, type MembershipRow, renameOrganization } from './store.ts';

type Change = { name?: string | undefined; slug?: string | undefined };
type UpdateRefusal = EnterRefusal | Refusal<'SLUG_TAKEN'>;

export async function updateOrganization(
  deps: Deps,
  caller: Caller,
  change: Change,
  origin: RequestOrigin,
): Promise<MembershipRow | UpdateRefusal> {
  try {
    return await transact(deps, (tx) => update(tx, caller, change, origin));
  } catch (error) {
    if (violatedIndex(error) === 'organizations_slug_key') return refuse('SLUG_TAKEN');
    throw error;
  }
}

async function update(
  tx: Db,
  caller: Caller,
  change: Change,
  origin: RequestOrigin,
): Promise<MembershipRow | UpdateRefusal> {
  const entered = await enterOrganization(tx, caller, 'ADMIN');
  if (isRefusal(entered)) return entered;
  const { id, name, slug } = entered.organization;
  const to = { name: change.name ?? name, slug: change.slug ?? slug };
  // Asked first, so that two organizations that want each other's slug are both refused and neither waits.
  if (to.slug !== slug && (await isSlugTaken(tx, to.slug))) return refuse('SLUG_TAKEN');
  if (to.name !== name || to.slug !== slug) {
    await renameOrganization(tx, { id, ...to, now: origin.now });
    const metadata = { from: { name, slug }, to };
    await record(tx, origin, { action: 'ORG_UPDATED', user: caller.user, metadata });
  }
  return (await findMembership(tx, caller.user.id)) ?? refuse('NO_ORGANIZATION');
}
