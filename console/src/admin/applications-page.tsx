import type { Application } from '@latchkey/contract';
import { Button, Code, UnstyledButton } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../api.ts';
import { AddDialog } from '../applications/application-dialogs.tsx';
import { ApplicationDrawer } from '../applications/application-drawer.tsx';
import { ApplicationName } from '../applications/application-name.tsx';
import { kindLabel } from '../applications/kinds.ts';
import { type Texts, useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { Page } from '../ui/page.tsx';
import { useList } from '../ui/use-list.ts';
import { When } from '../ui/when.tsx';

const defaults = { page: 1, open: '' };

export function ApplicationsPage() {
  const t = useT();
  const { permissions, impersonating } = useMe();
  const mayChange = permissions.includes('applications:write') && impersonating === null;
  const list = useList(defaults);
  const { open } = list.values;
  const found = useQuery(ask('listApplications'));
  const applications = found.data?.applications;
  const [adding, setAdding] = useState(false);
  const onOpen = ({ id }: Application) => list.set({ open: id });
  const add = mayChange && <Button onClick={() => setAdding(true)}>{t('applications.register')}</Button>;
  return (
    <Page title={t('applications.title')} description={t('applications.description')} actions={add}>
      <List
        label={t('applications.title')}
        query={found}
        rows={applications}
        columns={columnsOf(t, onOpen)}
        onOpen={onOpen}
        expect={3}
        empty={{
          icon: IconApps,
          title: t('applications.empty.title'),
          text: t('applications.empty.text'),
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

function columnsOf(t: Texts, onOpen: (application: Application) => void): Column<Application>[] {
  return [
    {
      header: t('applications.columns.application'),
      cell: (application) => (
        <UnstyledButton onClick={() => onOpen(application)} maw="100%">
          <ApplicationName of={application} />
        </UnstyledButton>
      ),
    },
    {
      header: t('applications.columns.kind'),
      cell: ({ kind }) => kindLabel(kind),
      phone: true,
    },
    {
      header: t('applications.facts.clientId'),
      cell: ({ clientId }) => <Code>{clientId}</Code>,
      from: 'md',
      phone: true,
    },
    {
      header: t('applications.columns.consent'),
      cell: ({ kind, firstParty }) => {
        if (kind === 'service') return '';
        return t(firstParty ? 'applications.consent.notAsked' : 'applications.consent.asked');
      },
      from: 'md',
    },
    {
      header: t('applications.columns.created'),
      cell: ({ createdAt }) => <When at={createdAt} />,
      from: 'lg',
    },
  ];
}
