import { Card } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { GroupsCard } from './groups-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';
import { SetupCard } from './setup-card.tsx';
import { TokensCard } from './tokens-card.tsx';

export function DirectoryPage() {
  const t = useT();
  const { organization, impersonating } = useMe();
  if (!organization || organization.role === 'MEMBER')
    return (
      <Page title={t('directory.title')}>
        <Card>
          <EmptyState
            icon={<IconUsersGroup size={24} />}
            title={t('directory.hidden')}
            action={<ButtonLink to="/organization">{t('directory.hidden.action')}</ButtonLink>}
          />
        </Card>
      </Page>
    );
  return (
    <Directory name={organization.name} canChange={organization.role === 'OWNER' && impersonating === null} />
  );
}

function Directory({ name, canChange }: { name: string; canChange: boolean }) {
  const t = useT();
  const tokens = useQuery(ask('listScimTokens'));
  const isConnected = (tokens.data?.tokens.length ?? 0) > 0;
  return (
    <Page title={t('directory.title')} description={t('directory.description', { organization: name })}>
      <TokensCard canChange={canChange} />
      <SetupCard />
      <GroupsCard canChange={canChange} isConnected={isConnected} />
      <RefusalsCard isConnected={isConnected} />
    </Page>
  );
}
