import type { GrantedApplication } from '@latchkey/contract';
import { Button, Stack, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { ApplicationName } from '../applications/application-name.tsx';
import { scopeInWords } from '../applications/scopes.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { When } from '../ui/when.tsx';

const columnsOf = (t: Texts): Column<GrantedApplication>[] => [
  {
    header: t('account.applications.application'),
    cell: (application) => (
      <Stack gap={4}>
        <ApplicationName of={application} />
        <Text size="sm" c="dimmed">
          {application.scopes.map(scopeInWords).join(' · ')}
        </Text>
      </Stack>
    ),
  },
  { header: t('account.applications.since'), cell: ({ grantedAt }) => <When at={grantedAt} />, from: 'md' },
  {
    header: t('account.applications.lastUsed'),
    cell: ({ lastUsedAt }) => <When at={lastUsedAt} />,
    phone: ({ lastUsedAt }) =>
      t.rich('account.applications.lastUsedAt', {
        time: <When at={lastUsedAt} never={t('account.applications.neverUsed')} />,
      }),
  },
];

export function ApplicationsPage() {
  const t = useT();
  const applications = useQuery(ask('listGrantedApplications'));
  return (
    <Page title={t('account.applications.title')} description={t('account.applications.description')}>
      <List
        label={t('account.applications.title')}
        query={applications}
        rows={applications.data?.applications}
        columns={columnsOf(t)}
        expect={3}
        actions={(application) => <Withdraw application={application} />}
        empty={{
          icon: IconApps,
          title: t('account.applications.empty'),
          text: t('account.applications.emptyText'),
        }}
      />
    </Page>
  );
}

function Withdraw({ application: { id, name } }: { application: GrantedApplication }) {
  const t = useT();
  const { impersonating } = useMe();
  const [open, setOpen] = useState(false);
  if (impersonating) return null;
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('account.applications.removeFor', { name })}
        onClick={() => setOpen(true)}
      >
        {t('account.applications.remove')}
      </Button>
      <ConfirmDialog
        opened={open}
        onClose={() => setOpen(false)}
        title={t('account.applications.removeTitle', { name })}
        confirmLabel={t('account.applications.remove')}
        act="withdrawApplication"
        input={{ params: { id } }}
        invalidates={['listGrantedApplications']}
        success={t('account.applications.removed')}
      >
        {t.rich('account.applications.removeText', {
          name: (
            <b>
              <bdi>{name}</bdi>
            </b>
          ),
        })}
      </ConfirmDialog>
    </>
  );
}
