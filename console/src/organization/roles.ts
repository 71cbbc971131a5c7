import { managesRole, type OrganizationRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';
import { optionsOf, organizationRoleNames } from '../ui/role-badge.tsx';

export type Organization = Output<'getOrganization'>['organization'];
export type Member = Output<'listMembers'>['members'][number];
export type Invite = Output<'listInvites'>['invites'][number];

/** The roles that a member with this role may grant. The service checks again. */
export function grantable(own: OrganizationRole): { value: OrganizationRole; label: string }[] {
  return optionsOf(organizationRoleNames).filter(({ value }) => managesRole(own, value));
}
