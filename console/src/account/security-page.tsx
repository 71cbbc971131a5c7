import { Alert, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMe } from '../shell/me.ts';
import { applicationAt, leavesConsole, returnAddress } from '../sign-in/return-address.ts';
import { Page } from '../ui/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const route = getRouteApi('/app/profile/security');

/** For people who were sent here on their way elsewhere: once two-factor is on, they can continue. */
function WayOn() {
  const { returnTo } = route.useSearch();
  const address = returnAddress(returnTo);
  const { requiresTwoFactorSetup } = useMe();
  if (!address || requiresTwoFactorSetup) return null;
  const place = leavesConsole(address) && (applicationAt(address) ?? 'the application');
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} title="You're all set">
      <Button component="a" href={address} mt="xs">
        {place ? `Continue to ${place}` : 'Continue where you left off'}
      </Button>
    </Alert>
  );
}

export function SecurityPage() {
  return (
    <Page title="Security" description="How you sign in, and where you are signed in.">
      <WayOn />
      <PasskeysCard />
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
      <ProvidersCard />
    </Page>
  );
}
