import type { Connection } from '@latchkey/contract';
import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useT } from '../language/texts.ts';
import { RolesField } from './roles-field.tsx';
import { useTeamRoles } from './use-team-roles.ts';

type GroupRoles = Connection['groupRoles'];
type Props = {
  value: GroupRoles;
  onChange: (value: GroupRoles) => void;
  error: ReactNode;
  disabled: boolean;
  'data-path': string;
};

let rows = 0;
const nextId = () => ++rows;

/** Which roles each group of an identity provider gives. Nothing where no roles are in use. */
export function ConnectionRolesField({ value, onChange, error, disabled, ...rest }: Props) {
  const t = useT();
  const hasTeamRoles = useTeamRoles().length > 0;
  // A row has no name of its own while its group is typed.
  const [ids, setIds] = useState(() => value.map(nextId));
  if (!hasTeamRoles && value.length === 0) return null;
  const add = () => {
    setIds([...ids, nextId()]);
    onChange([...value, { group: '', roles: [] }]);
  };
  const remove = (at: number) => {
    setIds(ids.filter((_, nth) => nth !== at));
    onChange(value.filter((_, nth) => nth !== at));
  };
  const change = (at: number, edit: Partial<GroupRoles[number]>) =>
    onChange(value.map((each, nth) => (nth === at ? { ...each, ...edit } : each)));
  return (
    <Input.Wrapper
      label={t('teamRoles.connection')}
      description={t('teamRoles.connection.note')}
      error={error}
      labelElement="div"
      {...rest}
    >
      <Stack gap="xs" mt="xs" align="stretch">
        {value.map(({ group, roles }, nth) => (
          <Group key={ids[nth]} align="end" gap="xs">
            <TextInput
              label={t('teamRoles.connection.group')}
              value={group}
              disabled={disabled}
              onChange={({ currentTarget }) => change(nth, { group: currentTarget.value })}
              flex="1 1 140px"
            />
            <Stack flex="2 1 220px" miw={0}>
              <RolesField
                label={t('teamRoles.connection.roles')}
                value={roles}
                onChange={(keys) => change(nth, { roles: keys })}
                disabled={disabled}
              />
            </Stack>
            {!disabled && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('teamRoles.connection.remove', { number: nth + 1 })}
                onClick={() => remove(nth)}
              >
                <IconX size={18} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {!disabled && (
          <Group>
            <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={add}>
              {t('teamRoles.connection.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
