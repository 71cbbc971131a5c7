import type { Connection, ConnectionLink } from '@latchkey/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconLinkOff, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';

type Props = { connection: Connection; mayChange: boolean };
type Row = ConnectionLink & { id: string };

const columns: Column<Row>[] = [
  {
    header: 'Person',
    cell: ({ email, subject }) => (
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={550} style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }} lineClamp={2}>
          {subject}
        </Text>
      </Stack>
    ),
  },
  {
    header: 'Last sign-in',
    cell: ({ lastSignInAt }) => <When at={lastSignInAt} />,
    phone: ({ lastSignInAt }) => (
      <>
        Last sign-in <When at={lastSignInAt} never="never" />
      </>
    ),
  },
];

/** The people who are linked to the identity provider. */
export function PeopleTab({ connection: { id }, mayChange }: Props) {
  const [page, setPage] = useState(1);
  const found = useQuery({
    ...ask('listConnectionLinks', { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  });
  const rows = found.data?.links.map((link) => ({ ...link, id: link.userId }));
  const [ending, setEnding] = useState(false);
  return (
    <Stack>
      <List
        label="Linked people"
        query={found}
        rows={rows}
        columns={columns}
        paging={found.data?.pagination}
        state={{
          values: { page },
          set: (patch) => setPage(patch.page ?? 1),
          filtered: false,
          clearFilters: () => setPage(1),
        }}
        expect={3}
        {...(mayChange && { actions: (link: Row) => <Unlink id={id} link={link} /> })}
        empty={{
          icon: IconUsers,
          title: 'No one is linked yet',
          text: 'People appear here once they have signed in with this identity provider.',
        }}
      />
      {mayChange && rows && rows.length > 0 && (
        <Group>
          <Button variant="light" color="red" onClick={() => setEnding(true)}>
            End all links
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={ending}
        onClose={() => setEnding(false)}
        title="End all links?"
        confirmLabel="End all links"
        act="deleteConnectionLinks"
        input={{ params: { id } }}
        invalidates={['listConnectionLinks', 'listConnections']}
        success="All links ended."
      >
        Everyone is linked again by their email address when they next sign in. You need this before you
        change the issuer or entity ID.
      </ConfirmDialog>
    </Stack>
  );
}

function Unlink({ id, link: { userId, email } }: { id: string; link: Row }) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RowButton
        label="Unlink"
        fullLabel={`Unlink ${email}`}
        icon={IconLinkOff}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Unlink this person?"
        confirmLabel="Unlink"
        act="deleteConnectionLink"
        input={{ params: { id, userId } }}
        invalidates={['listConnectionLinks', 'listConnections']}
        success="Link ended."
      >
        <b>{email}</b> is linked again by their email address when they next sign in with this identity
        provider. They stay a member.
      </ConfirmDialog>
    </>
  );
}
