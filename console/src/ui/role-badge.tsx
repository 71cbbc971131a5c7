import type { OrganizationRole, SystemRole } from '@latchkey/contract';
import { Badge } from '@mantine/core';

export const systemRoleNames: Record<SystemRole, string> = {
  USER: 'User',
  MODERATOR: 'Moderator',
  ADMIN: 'Admin',
};
const systemRoleColors: Record<SystemRole, string> = { USER: 'gray', MODERATOR: 'blue', ADMIN: 'violet' };

export const organizationRoleNames: Record<OrganizationRole, string> = {
  MEMBER: 'Member',
  ADMIN: 'Admin',
  OWNER: 'Owner',
};
const organizationRoleColors: Record<OrganizationRole, string> = {
  MEMBER: 'gray',
  ADMIN: 'blue',
  OWNER: 'violet',
};

/** Names as a Select takes them. */
export function optionsOf<T extends string>(names: Record<T, string>): { value: T; label: string }[] {
  return (Object.entries(names) as [T, string][]).map(([value, label]) => ({ value, label }));
}

export function SystemRoleBadge({ role }: { role: SystemRole }) {
  return <Badge color={systemRoleColors[role]}>{systemRoleNames[role]}</Badge>;
}

export function OrganizationRoleBadge({ role }: { role: OrganizationRole }) {
  return <Badge color={organizationRoleColors[role]}>{organizationRoleNames[role]}</Badge>;
}
