import { hasOrganizationRank, type OrganizationRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { optionsOf, organizationRoleNames } from '../ui/role-badge.tsx';

export type Organization = Output<'getOrganization'>['organization'];
export type Member = Output<'listMembers'>['members'][number];
export type Invite = Output<'listInvites'>['invites'][number];

/** The roles that somebody with this role may give. The service decides again. */
export function grantable(own: OrganizationRole): { value: OrganizationRole; label: string }[] {
  return optionsOf(organizationRoleNames).filter(({ value }) => hasOrganizationRank(own, value));
}

/** Whether somebody with this role may change or remove a member who has that one. The service decides again. */
export function manages(own: OrganizationRole, theirs: OrganizationRole): boolean {
  return hasOrganizationRank(own, 'ADMIN') && hasOrganizationRank(own, theirs);
}
