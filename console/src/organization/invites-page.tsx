import { lifetimes } from '@latchkey/contract';
import { Button, Text } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { teamRolesColumn } from '../team-roles/role-names.tsx';
import { useTeamRoles } from '../team-roles/use-team-roles.ts';
import { displayName } from '../ui/display-name.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { OrganizationRoleBadge } from '../ui/role-badge.tsx';
import { SearchInput } from '../ui/search-input.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { InviteActions } from './invite-actions.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { Invite } from './roles.ts';

const defaults = { page: 1, search: '' };

const columnsOf = (t: Texts, hasTeamRoles: boolean): Column<Invite>[] => [
  {
    header: t('invites.columns.email'),
    cell: ({ email }) => (
      <Text size="sm" fw={550} truncate dir="auto">
        {email}
      </Text>
    ),
  },
  {
    header: t('invites.columns.role'),
    cell: ({ role }) => <OrganizationRoleBadge role={role} />,
    phone: true,
  },
  ...(hasTeamRoles ? [teamRolesColumn(t)] : []),
  {
    header: t('invites.columns.expires'),
    cell: ({ expiresAt }) => <When at={expiresAt} />,
    phone: ({ expiresAt }) => t.rich('invites.expires', { when: <When at={expiresAt} /> }),
  },
  {
    header: t('invites.columns.invitedBy'),
    cell: ({ invitedBy }) => (invitedBy ? displayName(invitedBy) : t('invites.deletedUser')),
    from: 'md',
  },
];

export function InvitesPage() {
  const t = useT();
  const list = useList(defaults);
  const invites = useQuery({
    ...ask('listInvites', { query: { page: list.values.page, search: list.values.search || undefined } }),
    placeholderData: keepPreviousData,
  });
  const hasTeamRoles = useTeamRoles().length > 0;
  const [inviting, setInviting] = useState(false);
  const invite = <Button onClick={() => setInviting(true)}>{t('invites.invite')}</Button>;
  return (
    <Page
      title={t('invites.title')}
      description={t('invites.description', { days: lifetimes.inviteDays })}
      actions={invite}
    >
      <List
        label={t('invites.title')}
        state={list}
        filters={
          <SearchInput
            label={t('invites.search')}
            value={list.values.search}
            onChange={(search) => list.set({ search }, { replace: true })}
          />
        }
        query={invites}
        rows={invites.data?.invites}
        paging={invites.data?.pagination}
        columns={columnsOf(t, hasTeamRoles)}
        expect={3}
        actions={(row) => <InviteActions invite={row} />}
        empty={{
          icon: IconTicket,
          title: t('invites.empty.title'),
          text: t('invites.empty.text'),
          action: invite,
        }}
      />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}
