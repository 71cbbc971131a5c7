import { Card } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { branding } from '../branding.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ConnectionsSection } from './connections-section.tsx';
import { DomainsSection } from './domains-section.tsx';

/** Everyone in charge of the organization reads it; owners change it. */
export function SingleSignOnPage() {
  const t = useT();
  const { organization, impersonating } = useMe();
  const role = organization?.role ?? 'MEMBER';
  const obstacle =
    impersonating !== null
      ? t('singleSignOn.hidden.impersonating')
      : role === 'MEMBER'
        ? t('singleSignOn.hidden.member')
        : undefined;
  const mayChange = role === 'OWNER';
  return (
    <Page title={t('singleSignOn.title')} description={t('singleSignOn.description')}>
      {obstacle ? (
        <Card>
          <EmptyState icon={<IconLock size={24} />} title={t('singleSignOn.hidden')}>
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
