import type { Application } from '@latchkey/contract';
import { Badge, Button, Code, Stack, UnstyledButton } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { AddDialog } from '../applications/application-dialogs.tsx';
import { ApplicationDrawer } from '../applications/application-drawer.tsx';
import { ApplicationName } from '../applications/application-name.tsx';
import { kindLabel } from '../applications/kinds.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';

const defaults = { page: 1, open: '' };

export function ApplicationsPage() {
  const { permissions, impersonating } = useMe();
  const mayChange = permissions.includes('applications:write') && impersonating === null;
  const list = useList(defaults);
  const { open } = list.values;
  const found = useQuery(ask('listApplications'));
  const applications = found.data?.applications;
  const [adding, setAdding] = useState(false);
  const onOpen = ({ id }: Application) => list.set({ open: id });
  const add = mayChange && <Button onClick={() => setAdding(true)}>Register application</Button>;
  return (
    <Page
      title="Applications"
      description="Applications that people sign in to with their account here, through OpenID Connect."
      actions={add}
    >
      <List
        label="Applications"
        query={found}
        rows={applications}
        columns={columnsOf(onOpen)}
        onOpen={onOpen}
        expect={3}
        empty={{
          icon: IconApps,
          title: 'No applications yet',
          text: 'Register your application, and people can sign in to it with the account they have here.',
          action: add,
        }}
      />
      <AddDialog opened={adding} onClose={() => setAdding(false)} onMade={onOpen} />
      <ApplicationDrawer
        application={applications?.find(({ id }) => id === open)}
        opened={open !== '' && !adding}
        mayChange={mayChange}
        onClose={() => list.set({ open: '' })}
      />
    </Page>
  );
}

function columnsOf(onOpen: (application: Application) => void): Column<Application>[] {
  return [
    {
      header: 'Application',
      cell: (application) => (
        <UnstyledButton onClick={() => onOpen(application)} maw="100%">
          <Stack gap={4} align="flex-start">
            <ApplicationName of={application} />
            <Code>{application.clientId}</Code>
          </Stack>
        </UnstyledButton>
      ),
    },
    { header: 'Kind', cell: ({ kind }) => <Badge color="gray">{kindLabel(kind)}</Badge>, phone: true },
    {
      header: 'Consent',
      cell: ({ kind, firstParty }) => {
        if (kind === 'service') return '';
        return firstParty ? 'Not asked' : 'Asked';
      },
      from: 'md',
    },
    { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} />, from: 'lg' },
  ];
}
