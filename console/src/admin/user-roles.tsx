import type { SystemRole, User } from '@latchkey/contract';
import { MultiSelect, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { optionsOf, systemRoleNames } from '../ui/role-badge.tsx';

/** The role everyone has, and any roles added to it. */
export function UserRoles({ user }: { user: User }) {
  const roles = useQuery(ask('listRoles'));
  const held = useQuery(ask('getUserRoles', { params: { id: user.id } }));
  const setRole = useAct('updateUser', {
    invalidates: ['getUser', 'listUsers', 'listRoles'],
    success: ({ user: changed }) => `Role changed to ${systemRoleNames[changed.role]}.`,
  });
  const setFurther = useAct('setUserRoles', {
    invalidates: ['getUserRoles', 'listRoles'],
    success: 'Roles saved.',
  });
  const params = { id: user.id };
  const further = (roles.data?.roles ?? []).filter(({ isSystem }) => !isSystem).map(({ name }) => name);
  return (
    <Stack>
      <Select
        label="Role"
        data={optionsOf(systemRoleNames)}
        value={user.role}
        allowDeselect={false}
        disabled={setRole.isPending}
        onChange={(role) => role && setRole.mutate({ params, body: { role: role as SystemRole } })}
      />
      <MultiSelect
        label="Additional roles"
        description="Each adds its own permissions and the ones it inherits, starting with the next request."
        placeholder={held.data?.roles.length ? '' : 'None'}
        data={further}
        value={setFurther.isPending ? setFurther.variables.body.roles : (held.data?.roles ?? [])}
        disabled={setFurther.isPending || held.isPending}
        onChange={(chosen) => setFurther.mutate({ params, body: { roles: chosen } })}
      />
    </Stack>
  );
}
