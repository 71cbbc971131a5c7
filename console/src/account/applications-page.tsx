import type { GrantedApplication } from '@latchkey/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { ApplicationName } from '../applications/application-name.tsx';
import { scopeInWords } from '../applications/scopes.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { When } from '../ui/when.tsx';

const columns: Column<GrantedApplication>[] = [
  {
    header: 'Application',
    cell: (application) => (
      <Stack gap={4}>
        <ApplicationName of={application} />
        <Text size="sm" c="dimmed">
          {application.scopes.map(scopeInWords).join(' · ')}
        </Text>
      </Stack>
    ),
  },
  { header: 'Since', cell: ({ grantedAt }) => <When at={grantedAt} />, from: 'md' },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
    phone: ({ lastUsedAt }) => (
      <>
        Last used: <When at={lastUsedAt} never="never" />
      </>
    ),
  },
];

export function ApplicationsPage() {
  const applications = useQuery(ask('listGrantedApplications'));
  return (
    <Page
      title="Connected apps"
      description="The applications you sign in to with this account, and what each can see."
    >
      <List
        label="Connected apps"
        query={applications}
        rows={applications.data?.applications}
        columns={columns}
        expect={3}
        actions={(application) => <Withdraw application={application} />}
        empty={{
          icon: IconApps,
          title: 'No connected apps yet',
          text: 'Applications you sign in to with this account appear here.',
        }}
      />
    </Page>
  );
}

function Withdraw({ application: { id, name } }: { application: GrantedApplication }) {
  const { impersonating } = useMe();
  const [open, setOpen] = useState(false);
  if (impersonating) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={`Remove access for ${name}`}
        onClick={() => setOpen(true)}
      >
        Remove access
      </Button>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={`Remove access for ${name}?`}
        confirmLabel="Remove access"
        act="withdrawApplication"
        input={{ params: { id } }}
        invalidates={['listGrantedApplications']}
        success="Access removed."
      >
        <b>
          <bdi>{name}</bdi>
        </b>{' '}
        signs you out and can't see your account anymore. It will ask again the next time you sign in to it.
      </ConfirmDialog>
    </>
  );
}
