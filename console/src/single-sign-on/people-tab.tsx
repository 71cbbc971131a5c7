import type { Connection, ConnectionLink } from '@latchkey/contract';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconLinkOff, IconUsers } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { When } from '../ui/when.tsx';

type Props = { connection: Connection; mayChange: boolean };
type Row = ConnectionLink & { id: string };

const columnsOf = (t: Texts): Column<Row>[] => [
  {
    header: t('singleSignOn.people.columns.person'),
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
    header: t('singleSignOn.people.columns.lastSignIn'),
    cell: ({ lastSignInAt }) => <When at={lastSignInAt} />,
    phone: ({ lastSignInAt }) =>
      t.rich('singleSignOn.people.lastSignIn', {
        when: <When at={lastSignInAt} never={t('singleSignOn.never')} />,
      }),
  },
];

/** The people who are linked to the identity provider. */
export function PeopleTab({ connection: { id }, mayChange }: Props) {
  const t = useT();
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
        label={t('singleSignOn.people')}
        query={found}
        rows={rows}
        columns={columnsOf(t)}
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
          title: t('singleSignOn.people.empty'),
          text: t('singleSignOn.people.empty.text'),
        }}
      />
      {mayChange && rows && rows.length > 0 && (
        <Group>
          <Button variant="light" color="red" onClick={() => setEnding(true)}>
            {t('singleSignOn.people.unlinkAll')}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={ending}
        onClose={() => setEnding(false)}
        title={t('singleSignOn.people.unlinkAll.title')}
        confirmLabel={t('singleSignOn.people.unlinkAll')}
        act="deleteConnectionLinks"
        input={{ params: { id } }}
        invalidates={['listConnectionLinks', 'listConnections']}
        success={t('singleSignOn.people.unlinkAll.done')}
      >
        {t('singleSignOn.people.unlinkAll.text')}
      </ConfirmDialog>
    </Stack>
  );
}

function Unlink({ id, link: { userId, email } }: { id: string; link: Row }) {
  const t = useT();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <RowButton
        label={t('singleSignOn.people.unlink')}
        fullLabel={t('singleSignOn.people.unlink.person', { email })}
        icon={IconLinkOff}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('singleSignOn.people.unlink.title')}
        confirmLabel={t('singleSignOn.people.unlink')}
        act="deleteConnectionLink"
        input={{ params: { id, userId } }}
        invalidates={['listConnectionLinks', 'listConnections']}
        success={t('singleSignOn.people.unlink.done')}
      >
        {t.rich('singleSignOn.people.unlink.text', { email: <Unbroken text={email} /> })}
      </ConfirmDialog>
    </>
  );
}
