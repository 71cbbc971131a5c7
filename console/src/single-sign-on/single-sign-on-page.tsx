import { Card } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { branding } from '../branding.ts';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ConnectionsSection } from './connections-section.tsx';
import { DomainsSection } from './domains-section.tsx';

/** Everyone in charge of the organization reads it; owners change it. */
export function SingleSignOnPage() {
  const { organization, impersonating } = useMe();
  const role = organization?.role ?? 'MEMBER';
  const obstacle =
    impersonating !== null
      ? "You can't see this page while you impersonate someone."
      : role === 'MEMBER'
        ? 'Ask an owner or administrator of your organization.'
        : undefined;
  const mayChange = role === 'OWNER';
  return (
    <Page
      title="Single sign-on"
      description="Prove your email domains, then let people sign in with your own identity provider."
    >
      {obstacle ? (
        <Card>
          <EmptyState icon={<IconLock size={24} />} title="Only owners and administrators see this">
            {obstacle}
          </EmptyState>
        </Card>
      ) : (
        <>
          <DomainsSection mayChange={mayChange} />
          {branding.sso !== false && <ConnectionsSection mayChange={mayChange} />}
        </>
      )}
    </Page>
  );
}
