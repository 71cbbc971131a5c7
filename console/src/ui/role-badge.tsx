import type { OrganizationRole, SystemRole } from '@latchkey/contract';
import { Badge } from '@mantine/core';
import { t, useT } from '../language/texts.ts';
import { Usual } from './usual.tsx';

/** Read anew each time: the language may change. */
export const systemRoleNames: Record<SystemRole, string> = {
  get USER() {
    return t('rank.system.USER');
  },
  get MODERATOR() {
    return t('rank.system.MODERATOR');
  },
  get ADMIN() {
    return t('rank.system.ADMIN');
  },
};
const systemRoleColors = { MODERATOR: 'blue', ADMIN: 'violet' };

export const organizationRoleNames: Record<OrganizationRole, string> = {
  get MEMBER() {
    return t('rank.organization.MEMBER');
  },
  get ADMIN() {
    return t('rank.organization.ADMIN');
  },
  get OWNER() {
    return t('rank.organization.OWNER');
  },
};
const organizationRoleColors = { ADMIN: 'blue', OWNER: 'violet' };

/** Names as a Select takes them. */
export function optionsOf<T extends string>(names: Record<T, string>): { value: T; label: string }[] {
  return (Object.entries(names) as [T, string][]).map(([value, label]) => ({ value, label }));
}

export function SystemRoleBadge({ role }: { role: SystemRole }) {
  const t = useT();
  if (role === 'USER') return <Usual>{t('rank.system.USER')}</Usual>;
  return <Badge color={systemRoleColors[role]}>{t(`rank.system.${role}`)}</Badge>;
}

export function OrganizationRoleBadge({ role }: { role: OrganizationRole }) {
  const t = useT();
  if (role === 'MEMBER') return <Usual>{t('rank.organization.MEMBER')}</Usual>;
  return <Badge color={organizationRoleColors[role]}>{t(`rank.organization.${role}`)}</Badge>;
}
