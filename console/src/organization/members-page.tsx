import { managesRole, type OrganizationRole } from '@latchkey/contract';
import { Badge, Card, Select } from '@mantine/core';
import { IconLogout, IconUserMinus, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { chooseOrganization } from '../shell/choose-organization.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { displayName } from '../ui/display-name.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { PersonCell, personInset } from '../ui/person-cell.tsx';
import { OrganizationRoleBadge, organizationRoleNames } from '../ui/role-badge.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { grantable, type Member } from './roles.ts';

const defaults = { page: 1 };
const stale = ['listMembers', 'me', 'getOrganization'] as const;

const columns: Column<Member>[] = [
  { header: 'Name', inset: personInset, cell: (member) => <MemberName member={member} /> },
  { header: 'Role', cell: (member) => <MemberRole member={member} />, phone: true },
  { header: 'Last sign-in', cell: (member) => <When at={member.lastLoginAt} />, from: 'md' },
];

export function MembersPage() {
  const { organization } = useMe();
  const list = useList(defaults);
  const members = useQuery({
    ...ask('listMembers', { query: { page: list.values.page } }),
    placeholderData: keepPreviousData,
    enabled: organization !== null,
  });
  if (!organization)
    return (
      <Page title="Members">
        <Card>
          <EmptyState
            icon={<IconUsersGroup size={24} />}
            title="You don't belong to an organization"
            action={<ButtonLink to="/organization">Create one</ButtonLink>}
          />
        </Card>
      </Page>
    );
  return (
    <Page
      title="Members"
      description={`The people in ${organization.name}.`}
      actions={organization.role !== 'MEMBER' && <ButtonLink to="/organization/invites">Invite</ButtonLink>}
    >
      <List
        label="Members"
        state={list}
        query={members}
        rows={members.data?.members}
        paging={members.data?.pagination}
        columns={columns}
        actions={(member) => <LeaveOrRemove member={member} />}
        empty={{ icon: IconUsersGroup, title: 'No members yet' }}
      />
    </Page>
  );
}

function MemberName({ member }: { member: Member }) {
  const { user } = useMe();
  const badges = (
    <>
      {member.id === user.id && <Badge color="green">You</Badge>}
      {!member.isActive && <Badge color="gray">Deactivated</Badge>}
    </>
  );
  return <PersonCell person={member} badges={badges} />;
}

function MemberRole({ member }: { member: Member }) {
  const own = useMe().organization?.role ?? 'MEMBER';
  const change = useAct('changeMemberRole', {
    invalidates: stale,
    success: ({ member: changed }) =>
      `${displayName(changed)}'s role is now ${organizationRoleNames[changed.organizationRole]}.`,
  });
  if (!managesRole(own, member.organizationRole))
    return <OrganizationRoleBadge role={member.organizationRole} />;
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

function LeaveOrRemove({ member }: { member: Member }) {
  const { user, organization } = useMe();
  const [asking, setAsking] = useState(false);
  const self = member.id === user.id;
  if (!self && !managesRole(organization?.role ?? 'MEMBER', member.organizationRole)) return null;
  const name = displayName(member);
  return (
    <>
      <RowButton
        label={self ? 'Leave' : 'Remove'}
        fullLabel={self ? 'Leave the organization' : `Remove ${name}`}
        icon={self ? IconLogout : IconUserMinus}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={self ? 'Leave the organization?' : `Remove ${name}?`}
        confirmLabel={self ? 'Leave' : 'Remove member'}
        act="removeMember"
        input={{ params: { id: member.id } }}
        {...(self
          ? { invalidates: ['listOrganizations'], onDone: () => chooseOrganization(undefined) }
          : { invalidates: stale })}
        success={self ? `You left ${organization?.name}.` : `${name} was removed.`}
      >
        {self
          ? `You lose access to ${organization?.name} right away. To come back, you need a new invitation.`
          : 'They keep their account and lose access to this organization right away.'}
      </ConfirmDialog>
    </>
  );
}
