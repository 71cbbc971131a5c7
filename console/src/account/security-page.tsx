import { Alert, Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { applicationAt, leavesConsole, returnAddress } from '../sign-in/return-address.ts';
import { ButtonLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

const route = getRouteApi('/app/profile/security');

/** For people who were sent here on their way elsewhere: once two-factor is on, they can continue. */
function WayOn() {
  const t = useT();
  const { returnTo } = route.useSearch();
  const address = returnAddress(returnTo);
  const { requiresTwoFactorSetup } = useMe();
  if (!address || requiresTwoFactorSetup) return null;
  const place = applicationAt(address);
  // Nowhere else to go: the account is new, and so is the service.
  if (address === '/') return <ToFirstSteps />;
  const elsewhere = place
    ? t('account.security.continueTo', { place })
    : t('account.security.continueToApplication');
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} title={t('account.security.set')}>
      <Button component="a" href={address} mt="xs">
        {leavesConsole(address) ? elsewhere : t('account.security.continue')}
      </Button>
    </Alert>
  );
}

function ToFirstSteps() {
  const t = useT();
  return (
    <Alert color="green" icon={<IconCircleCheck size={18} />} title={t('account.security.set')}>
      <ButtonLink to="/" mt="xs">
        {t('firstSteps.continue')}
      </ButtonLink>
    </Alert>
  );
}

export function SecurityPage() {
  const t = useT();
  return (
    <Page title={t('account.security.title')} description={t('account.security.description')}>
      <WayOn />
      <PasskeysCard />
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
      <ProvidersCard />
    </Page>
  );
}
