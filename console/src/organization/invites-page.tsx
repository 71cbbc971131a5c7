import { inWords, lifetimes } from '@latchkey/contract';
import { Button, Text } from '@mantine/core';
import { IconTicket, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { displayName } from '../ui/display-name.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { OrganizationRoleBadge } from '../ui/role-badge.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import type { Invite } from './roles.ts';

const defaults = { page: 1 };

const columns: Column<Invite>[] = [
  {
    header: 'Email',
    cell: ({ email }) => (
      <Text size="sm" fw={550} truncate>
        {email}
      </Text>
    ),
  },
  { header: 'Role', cell: ({ role }) => <OrganizationRoleBadge role={role} />, phone: true },
  {
    header: 'Expires',
    cell: ({ expiresAt }) => <When at={expiresAt} />,
    phone: ({ expiresAt }) => (
      <>
        Expires <When at={expiresAt} />
      </>
    ),
  },
  {
    header: 'Invited by',
    cell: ({ invitedBy }) => (invitedBy ? displayName(invitedBy) : 'A deleted user'),
    from: 'md',
  },
];

export function InvitesPage() {
  const list = useList(defaults);
  const invites = useQuery({
    ...ask('listInvites', { query: { page: list.values.page } }),
    placeholderData: keepPreviousData,
  });
  const [inviting, setInviting] = useState(false);
  const invite = <Button onClick={() => setInviting(true)}>Invite someone</Button>;
  return (
    <Page
      title="Invitations"
      description={`We email a link that works once and expires after ${inWords(lifetimes.inviteDays, 'day')}.`}
      actions={invite}
    >
      <List
        label="Invitations"
        state={list}
        query={invites}
        rows={invites.data?.invites}
        paging={invites.data?.pagination}
        columns={columns}
        expect={3}
        actions={(row) => <CancelInvite invite={row} />}
        empty={{
          icon: IconTicket,
          title: 'No open invitations',
          text: 'People who follow an invitation join your organization with the role you choose.',
          action: invite,
        }}
      />
      <InviteDialog opened={inviting} onClose={() => setInviting(false)} />
    </Page>
  );
}

function CancelInvite({ invite }: { invite: Invite }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RowButton
        label="Cancel"
        fullLabel={`Cancel the invitation for ${invite.email}`}
        icon={IconX}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Cancel this invitation?"
        confirmLabel="Cancel invitation"
        act="cancelInvite"
        input={{ params: { id: invite.id } }}
        invalidates={['listInvites']}
        success="Invitation canceled."
      >
        The link we emailed to <b>{invite.email}</b> stops working right away.
      </ConfirmDialog>
    </>
  );
}
