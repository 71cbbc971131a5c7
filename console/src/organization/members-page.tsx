import type { OrganizationRole } from '@latchkey/contract';
import {
  ActionIcon,
  Avatar,
  Badge,
  Box,
  Button,
  Card,
  Group,
  Select,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { IconLogout, IconUserMinus, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { displayName, useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { elastic, ListFooter, RowsSkeleton } from '../ui/list-parts.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { grantable, type Member, roleColors, roleNames } from './roles.ts';

const defaults = { page: 1 };

export function MembersPage() {
  const { organization, user } = useMe();
  const list = useList(defaults);
  const members = useQuery({
    ...ask('listMembers', { query: { page: list.values.page } }),
    placeholderData: keepPreviousData,
    enabled: organization !== null,
  });
  const [leaving, setLeaving] = useState<Member>();
  const own = organization?.role ?? 'MEMBER';
  if (!organization)
    return (
      <Page title="Members">
        <Card>
          <EmptyState
            icon={<IconUsersGroup size={24} />}
            title="You belong to no organization"
            action={<ButtonLink to="/organization">Create one</ButtonLink>}
          />
        </Card>
      </Page>
    );
  return (
    <Page
      title="Members"
      description={`Who belongs to ${organization.name}.`}
      actions={own !== 'MEMBER' && <ButtonLink to="/organization/invites">Invite</ButtonLink>}
    >
      <Card p={0}>
        {members.isPending && <RowsSkeleton />}
        <ErrorNote error={members.error} onRetry={() => void members.refetch()} />
        {members.data && (
          <Table.ScrollContainer minWidth={320}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th visibleFrom="sm">Role</Table.Th>
                  <Table.Th visibleFrom="md">Last signed in</Table.Th>
                  <Table.Th>
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {members.data.members.map((member) => (
                  <MemberRow
                    key={member.id}
                    member={member}
                    self={member.id === user.id}
                    own={own}
                    onRemove={() => setLeaving(member)}
                  />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Card>
      <ListFooter paging={members.data?.pagination} onPage={(page) => list.set({ page })} />
      <RemoveDialog member={leaving} self={leaving?.id === user.id} onClose={() => setLeaving(undefined)} />
    </Page>
  );
}

type RowProps = { member: Member; self: boolean; own: OrganizationRole; onRemove: () => void };

function MemberRow({ member, self, own, onRemove }: RowProps) {
  const name = displayName(member);
  // An ADMIN does not touch an OWNER, and nobody but they two manage anyone.
  const manages = own === 'OWNER' || (own === 'ADMIN' && member.organizationRole !== 'OWNER');
  const role = manages ? (
    <RoleSelect member={member} own={own} />
  ) : (
    <Badge color={roleColors[member.organizationRole]}>{roleNames[member.organizationRole]}</Badge>
  );
  const leave = self ? 'Leave the organization' : `Remove ${name}`;
  return (
    <Table.Tr>
      <Table.Td {...elastic}>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} color="initials" size={34} aria-hidden />
          <Stack gap={0} miw={0}>
            <Group gap={6}>
              <Text size="sm" fw={550}>
                {name}
              </Text>
              {self && <Badge color="green">You</Badge>}
              {!member.isActive && <Badge color="gray">Deactivated</Badge>}
            </Group>
            <Text size="sm" c="dimmed" truncate>
              {member.email}
            </Text>
            <Box hiddenFrom="sm" mt={4}>
              {role}
            </Box>
          </Stack>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">{role}</Table.Td>
      <Table.Td visibleFrom="md">
        <When at={member.lastLoginAt} />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {(self || manages) && (
            <>
              <Button size="xs" variant="default" onClick={onRemove} aria-label={leave} visibleFrom="sm">
                {self ? 'Leave' : 'Remove'}
              </Button>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                onClick={onRemove}
                aria-label={leave}
                hiddenFrom="sm"
              >
                {self ? <IconLogout size={18} /> : <IconUserMinus size={18} />}
              </ActionIcon>
            </>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function RoleSelect({ member, own }: { member: Member; own: OrganizationRole }) {
  const change = useAct('changeMemberRole', {
    invalidates: ['listMembers', 'me', 'getOrganization'],
    success: ({ member: changed }) =>
      `${displayName(changed)} is ${roleNames[changed.organizationRole]} now.`,
  });
  return (
    <Select
      size="xs"
      w={116}
      aria-label={`Role of ${displayName(member)}`}
      data={grantable(own)}
      value={change.isPending ? (change.variables.body.role ?? null) : member.organizationRole}
      allowDeselect={false}
      disabled={change.isPending}
      onChange={(role) =>
        role && change.mutate({ params: { id: member.id }, body: { role: role as OrganizationRole } })
      }
    />
  );
}

function RemoveDialog({
  member,
  self,
  onClose,
}: {
  member: Member | undefined;
  self: boolean;
  onClose: () => void;
}) {
  const { organization } = useMe();
  const remove = useAct('removeMember', {
    invalidates: ['listMembers', 'me', 'getOrganization'],
    success: self ? 'You have left the organization.' : 'The member is removed.',
    quiet: true,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      opened={member !== undefined}
      title={self ? 'Leave the organization?' : `Remove ${member && displayName(member)}?`}
      confirmLabel={self ? 'Leave' : 'Remove member'}
      danger
      pending={remove.isPending}
      error={remove.error}
      onConfirm={() => member && remove.mutate({ params: { id: member.id } })}
      onClose={() => {
        remove.reset();
        onClose();
      }}
    >
      {self
        ? `You lose access to ${organization?.name} at once. To come back you need an invitation.`
        : 'The account stays; access to this organization ends at once.'}
    </ConfirmDialog>
  );
}
