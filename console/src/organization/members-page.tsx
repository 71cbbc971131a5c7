import { managesRole, type OrganizationRole } from '@latchkey/contract';
import { Badge, Card, Select } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { teamRolesColumn } from '../team-roles/role-names.tsx';
import { useTeamRoles } from '../team-roles/use-team-roles.ts';
import { displayName } from '../ui/display-name.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { PersonCell, personInset } from '../ui/person-cell.tsx';
import { OrganizationRoleBadge, organizationRoleNames } from '../ui/role-badge.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { Usual } from '../ui/usual.tsx';
import { When } from '../ui/when.tsx';
import { MemberActions, stale } from './member-actions.tsx';
import { grantable, type Member } from './roles.ts';

const defaults = { page: 1, search: '' };

const columnsOf = (t: Texts, hasTeamRoles: boolean): Column<Member>[] => [
  { header: t('members.columns.name'), inset: personInset, cell: (member) => <MemberName member={member} /> },
  { header: t('members.columns.role'), cell: (member) => <MemberRole member={member} />, phone: true },
  ...(hasTeamRoles ? [teamRolesColumn(t)] : []),
  { header: t('members.columns.lastSignIn'), cell: (member) => <When at={member.lastLoginAt} />, from: 'md' },
];

export function MembersPage() {
  const t = useT();
  const { organization } = useMe();
  const hasTeamRoles = useTeamRoles().length > 0;
  const list = useList(defaults);
  const members = useQuery({
    ...ask('listMembers', { query: { page: list.values.page, search: list.values.search || undefined } }),
    placeholderData: keepPreviousData,
    enabled: organization !== null,
  });
  if (!organization)
    return (
      <Page title={t('members.title')}>
        <Card>
          <EmptyState
            icon={<IconUsersGroup size={24} />}
            title={t('members.none')}
            action={<ButtonLink to="/organization">{t('members.none.create')}</ButtonLink>}
          />
        </Card>
      </Page>
    );
  return (
    <Page
      title={t('members.title')}
      description={t('members.description', { organization: organization.name })}
      actions={
        organization.role !== 'MEMBER' && (
          <ButtonLink to="/organization/invites">{t('members.invite')}</ButtonLink>
        )
      }
    >
      <List
        label={t('members.title')}
        state={list}
        filters={
          <SearchInput
            label={t('users.filters.search')}
            value={list.values.search}
            onChange={(search) => list.set({ search }, { replace: true })}
          />
        }
        query={members}
        rows={members.data?.members}
        paging={members.data?.pagination}
        columns={columnsOf(t, hasTeamRoles)}
        actions={(member) => <MemberActions member={member} hasTeamRoles={hasTeamRoles} />}
        empty={{ icon: IconUsersGroup, title: t('members.empty') }}
      />
    </Page>
  );
}

function MemberName({ member }: { member: Member }) {
  const t = useT();
  const { user } = useMe();
  const badges = (
    <>
      {member.id === user.id && <Usual>{t('members.you')}</Usual>}
      {!member.isActive && <Badge color="gray">{t('members.deactivated')}</Badge>}
    </>
  );
  return <PersonCell person={member} badges={badges} />;
}

function MemberRole({ member }: { member: Member }) {
  const t = useT();
  const own = useMe().organization?.role ?? 'MEMBER';
  const change = useAct('changeMemberRole', {
    invalidates: stale,
    success: ({ member: changed }) =>
      t('members.role.changed', {
        name: displayName(changed),
        role: organizationRoleNames[changed.organizationRole],
      }),
  });
  if (!managesRole(own, member.organizationRole))
    return <OrganizationRoleBadge role={member.organizationRole} />;
  return (
    <Select
      size="xs"
      w={136}
      aria-label={t('members.role.of', { name: displayName(member) })}
      data={grantable(own)}
      value={change.isPending ? (change.variables.body.role ?? null) : member.organizationRole}
      allowDeselect={false}
      readOnly={change.isPending}
      onChange={(role) =>
        role && change.mutate({ params: { id: member.id }, body: { role: role as OrganizationRole } })
      }
    />
  );
}
