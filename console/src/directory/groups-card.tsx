import type { DirectoryGroup } from '@latchkey/contract';
import { Group, Stack, Text, Title } from '@mantine/core';
import { IconArrowsUpDown, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { GroupRolesButton } from '../team-roles/group-roles.tsx';
import { teamRolesColumn } from '../team-roles/role-names.tsx';
import { useTeamRoles } from '../team-roles/use-team-roles.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { OrganizationRoleBadge } from '../ui/role-badge.tsx';
import { RowButton } from '../ui/row-controls.tsx';

const columnsOf = (t: Texts, hasTeamRoles: boolean): Column<DirectoryGroup>[] => [
  {
    header: t('directory.groups.columns.group'),
    cell: ({ displayName }) => (
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {displayName}
      </Text>
    ),
  },
  {
    header: t('directory.groups.columns.people'),
    cell: ({ memberCount }) => t('directory.groups.people', { count: memberCount }),
    phone: true,
  },
  {
    header: t('directory.groups.columns.role'),
    cell: ({ role }) =>
      role ? (
        <OrganizationRoleBadge role={role} />
      ) : (
        <Text span size="sm" c="dimmed">
          {t('directory.groups.noRole')}
        </Text>
      ),
    phone: ({ role }) => role && <OrganizationRoleBadge role={role} />,
  },
  ...(hasTeamRoles ? [teamRolesColumn(t)] : []),
];

type Props = {
  /** An OWNER who isn't impersonated. */
  canChange: boolean;
  isConnected: boolean;
};

export function GroupsCard({ canChange, isConnected }: Props) {
  const t = useT();
  const hasTeamRoles = useTeamRoles().length > 0;
  const found = useQuery(ask('listDirectoryGroups'));
  if (!isConnected && !found.data?.groups.length) return null;
  return (
    <Stack component="section" aria-labelledby="groups" gap="md">
      <Stack gap={4}>
        <Title order={2} id="groups">
          {t('directory.groups')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('directory.groups.about')}
        </Text>
      </Stack>
      <List
        label={t('directory.groups')}
        query={found}
        rows={found.data?.groups}
        columns={columnsOf(t, hasTeamRoles)}
        expect={2}
        {...(canChange && {
          actions: (group: DirectoryGroup) => (
            <Group gap="xs" wrap="nowrap" justify="flex-end">
              {hasTeamRoles && <GroupRolesButton group={group} />}
              <MapGroup group={group} />
            </Group>
          ),
        })}
        empty={{
          icon: IconUsersGroup,
          title: t('directory.groups.empty'),
          text: t('directory.groups.empty.text'),
        }}
      />
    </Stack>
  );
}

function MapGroup({ group }: { group: DirectoryGroup }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  const { id, displayName, memberCount, role } = group;
  const action = role ? 'unmap' : 'map';
  const label = t(`directory.groups.${action}`);
  return (
    <>
      <RowButton
        label={label}
        fullLabel={t(`directory.groups.${action}.named`, { group: displayName })}
        icon={IconArrowsUpDown}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t(`directory.groups.${action}.title`)}
        confirmLabel={label}
        act="mapDirectoryGroup"
        input={{ params: { id }, body: { role: role ? null : 'ADMIN' } }}
        invalidates={['listDirectoryGroups', 'listMembers', 'me']}
        success={t(`directory.groups.${action}.done`)}
      >
        {role
          ? t.rich('directory.groups.unmap.text', { group: <b>{displayName}</b> })
          : t.rich('directory.groups.map.text', { count: memberCount, group: <b>{displayName}</b> })}
      </ConfirmDialog>
    </>
  );
}
