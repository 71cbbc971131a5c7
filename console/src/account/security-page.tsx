import { Alert } from '@mantine/core';
import { IconShieldExclamation } from '@tabler/icons-react';
import { useMe } from '../shell/me.ts';
import { Page } from '../ui/page.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export function SecurityPage() {
  const { requiresTwoFactorSetup, user } = useMe();
  return (
    <Page title="Security" description="How you sign in, and where you are signed in.">
      {requiresTwoFactorSetup && (
        <Alert color="yellow" icon={<IconShieldExclamation size={18} />} title="Set up two-factor to go on">
          {user.role === 'ADMIN'
            ? 'An administrator must have two-factor authentication. Administration opens once it is on.'
            : 'Everybody here uses two-factor authentication. The other pages open once it is on.'}
        </Alert>
      )}
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
      <ProvidersCard />
    </Page>
  );
}
