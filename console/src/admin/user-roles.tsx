import type { SystemRole, User } from '@latchkey/contract';
import { MultiSelect, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';

const systemNames = ['ROLE_USER', 'ROLE_MODERATOR', 'ROLE_ADMIN'];

/** The role everybody has, and those given besides it. */
export function UserRoles({ user }: { user: User }) {
  const roles = useQuery(ask('listRoles'));
  const held = useQuery(ask('getUserRoles', { params: { id: user.id } }));
  const setRole = useAct('updateUser', {
    invalidates: ['getUser', 'listUsers', 'listRoles'],
    success: ({ user: changed }) => `The role is ${changed.role} now.`,
  });
  const setFurther = useAct('setUserRoles', {
    invalidates: ['getUserRoles', 'listRoles'],
    success: 'The roles are saved.',
  });
  const params = { id: user.id };
  return (
    <Stack>
      <Select
        label="Role"
        data={['USER', 'MODERATOR', 'ADMIN']}
        value={user.role}
        allowDeselect={false}
        disabled={setRole.isPending}
        onChange={(role) => role && setRole.mutate({ params, body: { role: role as SystemRole } })}
      />
      <MultiSelect
        label="Further roles"
        description="Each brings its own permissions and those it inherits. Counts from the next request."
        placeholder={held.data?.roles.length ? '' : 'None'}
        data={(roles.data?.roles ?? []).map(({ name }) => name).filter((name) => !systemNames.includes(name))}
        value={setFurther.isPending ? setFurther.variables.body.roles : (held.data?.roles ?? [])}
        disabled={setFurther.isPending || held.isPending}
        onChange={(chosen) => setFurther.mutate({ params, body: { roles: chosen } })}
      />
    </Stack>
  );
}
