import type { OrganizationRole } from '@latchkey/contract';
import type { Output } from '@latchkey/sdk';

export type Organization = Output<'getOrganization'>['organization'];
export type Member = Output<'listMembers'>['members'][number];
export type Invite = Output<'listInvites'>['invites'][number];

export const roleNames: Record<OrganizationRole, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
};
export const roleColors: Record<OrganizationRole, string> = {
  OWNER: 'violet',
  ADMIN: 'blue',
  MEMBER: 'gray',
};

/** The roles somebody of a role may give. The service decides again. */
export function grantable(role: OrganizationRole): { value: OrganizationRole; label: string }[] {
  const roles: OrganizationRole[] = role === 'OWNER' ? ['OWNER', 'ADMIN', 'MEMBER'] : ['ADMIN', 'MEMBER'];
  return roles.map((value) => ({ value, label: roleNames[value] }));
}
