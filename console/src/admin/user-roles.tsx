import type { SystemRole, User } from '@latchkey/contract';
import { MultiSelect, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { optionsOf, systemRoleNames } from '../ui/role-badge.tsx';

/** The role everyone has, and any roles added to it. */
export function UserRoles({ user }: { user: User }) {
  const t = useT();
  const roles = useQuery(ask('listRoles'));
  const held = useQuery(ask('getUserRoles', { params: { id: user.id } }));
  const setRole = useAct('updateUser', {
    invalidates: ['getUser', 'listUsers', 'listRoles'],
    success: ({ user: changed }) => t('users.roles.changed', { role: systemRoleNames[changed.role] }),
  });
  const setFurther = useAct('setUserRoles', {
    invalidates: ['getUserRoles', 'listRoles'],
    success: t('users.roles.saved'),
  });
  const params = { id: user.id };
  const further = (roles.data?.roles ?? []).filter(({ isSystem }) => !isSystem).map(({ name }) => name);
  return (
    <Stack>
      <Select
        label={t('users.roles.role')}
        data={optionsOf(systemRoleNames)}
        value={user.role}
        allowDeselect={false}
        readOnly={setRole.isPending}
        onChange={(role) => role && setRole.mutate({ params, body: { role: role as SystemRole } })}
      />
      <MultiSelect
        label={t('users.roles.further')}
        description={t('users.roles.further.description')}
        placeholder={held.data?.roles.length ? '' : t('users.roles.none')}
        data={further}
        value={setFurther.isPending ? setFurther.variables.body.roles : (held.data?.roles ?? [])}
        disabled={held.isPending}
        readOnly={setFurther.isPending}
        onChange={(chosen) => setFurther.mutate({ params, body: { roles: chosen } })}
      />
    </Stack>
  );
}
