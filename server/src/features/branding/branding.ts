import type { OrganizationBranding } from '@latchkey/contract';
import { type Context, organizationIdOf } from '../../identity/caller/caller.ts';
import {
  type Brand,
  type BrandingRow,
  findBranding,
  saveBrand,
} from '../../identity/memberships/branding-store.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import type { OrganizationRow } from '../../identity/memberships/organization-store.ts';
import { presentBareOrganization, presentBranding } from '../../identity/memberships/present.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { type Change, changeOf, isChanged } from '../../records/audit/change.ts';
import { record } from '../../records/audit/record.ts';

const fields = ['displayName', 'accentColor'] as const;

export async function getBranding({
  deps,
  caller,
}: Context): Promise<OrganizationBranding | Refusal<'NO_ORGANIZATION'>> {
  const organizationId = organizationIdOf(caller);
  if (!organizationId) return refuse('NO_ORGANIZATION');
  return presentBranding(organizationId, await findBranding(deps.sql, organizationId));
}

type BrandChange = { [Field in keyof Brand]?: Brand[Field] | undefined };

/** Fields that are not sent stay as they are. */
export function updateBranding(
  context: Context,
  sent: BrandChange,
): Promise<OrganizationBranding | MembershipRefusal> {
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  return changeIn<never>(context, async (tx, organization, before) => {
    const unset: Brand = { displayName: null, accentColor: null };
    const [from, to] = [before ?? unset, { ...unset, ...before, ...given }];
    const change = changeOf<Brand>(from, to, fields, 'names');
    if (!isChanged(change)) return undefined;
    await saveBrand(tx, organization.id, to, context.origin.now);
    return change;
  });
}

type Work<R> = (
  tx: Tx,
  organization: OrganizationRow,
  before: BrandingRow | undefined,
) => Promise<Change | R | undefined>;

/** The organization is locked, and the caller is still its ADMIN. What changes nothing is not recorded. */
export function changeIn<R extends Refusal>(
  { deps, caller, origin }: Context,
  work: Work<R>,
): Promise<OrganizationBranding | MembershipRefusal | R> {
  return transact<OrganizationBranding | MembershipRefusal | R>(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'ADMIN');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    const { organization } = locked;
    const before = await findBranding(tx, organization.id);
    const change = await work(tx, organization, before);
    if (isRefusal(change)) return change as R;
    if (!change) return presentBranding(organization.id, before);
    const about = { organization: presentBareOrganization(organization) };
    await record(tx, origin, { action: 'ORG_BRANDING_UPDATED', user: caller.user, change, about });
    return presentBranding(organization.id, await findBranding(tx, organization.id));
  });
}
