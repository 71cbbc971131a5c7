import { Group } from '@mantine/core';
import type { Texts } from '../language/texts.ts';
import type { Column } from '../ui/list-table.tsx';
import { TeamRoleBadge } from './team-role-badge.tsx';
import { useTeamRoles } from './use-team-roles.ts';

/** The column of a list whose rows give roles. */
export const teamRolesColumn = (t: Texts): Column<{ roles: string[] }> => ({
  header: t('teamRoles.title'),
  cell: ({ roles }) => <RoleNames keys={roles} />,
  phone: true,
});

/** Roles by their names. One that was deleted meanwhile isn't shown. */
function RoleNames({ keys }: { keys: string[] }) {
  const roles = useTeamRoles().filter(({ key }) => keys.includes(key));
  if (roles.length === 0) return null;
  return (
    <Group gap={6}>
      {roles.map(({ key, name }) => (
        <TeamRoleBadge key={key} name={name} />
      ))}
    </Group>
  );
}
