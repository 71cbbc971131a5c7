import type { DirectoryGroup } from '@latchkey/contract';
import { Stack, Text, Title } from '@mantine/core';
import { IconArrowsUpDown, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { OrganizationRoleBadge } from '../ui/role-badge.tsx';
import { RowButton } from '../ui/row-controls.tsx';

const peopleIn = ({ memberCount }: DirectoryGroup) =>
  memberCount === 1 ? '1 person' : `${memberCount.toLocaleString()} people`;

const columns: Column<DirectoryGroup>[] = [
  {
    header: 'Group',
    cell: ({ displayName }) => (
      <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
        {displayName}
      </Text>
    ),
  },
  { header: 'People', cell: peopleIn, phone: true },
  {
    header: 'Makes them',
    cell: ({ role }) =>
      role ? (
        <OrganizationRoleBadge role={role} />
      ) : (
        <Text span size="sm" c="dimmed">
          Nothing
        </Text>
      ),
    phone: ({ role }) => role && <OrganizationRoleBadge role={role} />,
  },
];

/** `canChange`: an OWNER who isn't impersonated. */
export function GroupsCard({ canChange }: { canChange: boolean }) {
  const found = useQuery(ask('listDirectoryGroups'));
  return (
    <Stack component="section" aria-labelledby="groups" gap="md">
      <Stack gap={4}>
        <Title order={2} id="groups">
          Groups
        </Title>
        <Text size="sm" c="dimmed">
          The groups that your directory sent. A group does nothing until you map it: then its people are
          admins of the organization while they are in it.
        </Text>
      </Stack>
      <List
        label="Groups"
        query={found}
        rows={found.data?.groups}
        columns={columns}
        expect={2}
        {...(canChange && { actions: (group: DirectoryGroup) => <MapGroup group={group} /> })}
        empty={{
          icon: IconUsersGroup,
          title: 'No groups yet',
          text: 'They appear here once your directory sends them.',
        }}
      />
    </Stack>
  );
}

function MapGroup({ group }: { group: DirectoryGroup }) {
  const [asking, setAsking] = useState(false);
  const { id, displayName, role } = group;
  const label = role ? 'Remove admin' : 'Make admins';
  return (
    <>
      <RowButton
        label={label}
        fullLabel={`${label}: ${displayName}`}
        icon={IconArrowsUpDown}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={role ? 'Take the admin role from this group?' : 'Make the people in this group admins?'}
        confirmLabel={label}
        act="mapDirectoryGroup"
        input={{ params: { id }, body: { role: role ? null : 'ADMIN' } }}
        invalidates={['listDirectoryGroups', 'listMembers', 'me']}
        success={role ? 'The group grants nothing now.' : 'The people in the group are admins now.'}
      >
        {role ? (
          <>
            People who are admins only because of <b>{displayName}</b> become members. Owners, and people you
            made admin by hand, stay what they are.
          </>
        ) : (
          <>
            {peopleIn(group)} in <b>{displayName}</b> can manage members, invitations and keys. From then on,
            the directory decides who is in the group. Owners stay owners.
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
