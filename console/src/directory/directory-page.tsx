import { Card } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ButtonLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { GroupsCard } from './groups-card.tsx';
import { RefusalsCard } from './refusals-card.tsx';
import { SetupCard } from './setup-card.tsx';
import { TokensCard } from './tokens-card.tsx';

const title = 'Directory';

export function DirectoryPage() {
  const { organization, impersonating } = useMe();
  if (!organization || organization.role === 'MEMBER')
    return (
      <Page title={title}>
        <Card>
          <EmptyState
            icon={<IconUsersGroup size={24} />}
            title="Only owners and admins see the directory"
            action={<ButtonLink to="/organization">Open your organization</ButtonLink>}
          />
        </Card>
      </Page>
    );
  const canChange = organization.role === 'OWNER' && impersonating === null;
  return (
    <Page
      title={title}
      description={`Entra ID, Okta and others keep the people of ${organization.name} up to date by SCIM: who joins, what they are called, and who leaves.`}
    >
      <TokensCard canChange={canChange} />
      <SetupCard />
      <GroupsCard canChange={canChange} />
      <RefusalsCard />
    </Page>
  );
}
