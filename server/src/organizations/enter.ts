import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import type { Caller } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findMember, type MemberRow } from './member-store.ts';
import { lockOrganization, type OrganizationRow } from './store.ts';

type Entered = { organization: OrganizationRow; actor: MemberRow };
export type EnterRefusal = Refusal<'NO_ORGANIZATION' | 'ORGANIZATION_ROLE_TOO_LOW'>;

/**
 * How every change to an organization begins: it is locked, and the caller's place in it is read again. Of two who
 * remove each other at the same moment, the second is told that they are no member any more; so is somebody who was
 * deactivated just now.
 */
export async function enterOrganization(
  tx: Db,
  caller: Caller,
  needed: OrganizationRole,
): Promise<Entered | EnterRefusal> {
  const { id, organizationId } = caller.user;
  const organization = organizationId ? await lockOrganization(tx, organizationId) : undefined;
  const actor = organization && (await findMember(tx, organization.id, id));
  if (!organization || !actor?.isActive) return refuse('NO_ORGANIZATION');
  return hasOrganizationRank(actor.organizationRole, needed)
    ? { organization, actor }
    : refuse('ORGANIZATION_ROLE_TOO_LOW');
}
