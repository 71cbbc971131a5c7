import { Alert, Card, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ask } from '../api.ts';
import { FirstSteps, NoOneYet } from '../first-steps/first-steps.tsx';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { navigationFor } from '../shell/navigation-for.ts';
import { displayName } from '../ui/display-name.ts';
import { AnchorLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { When } from '../ui/when.tsx';
import { PasskeyOffer, usePasskeyOffer } from './passkey-offer.tsx';

const Administration = lazy(() => import('./administration.tsx'));

export function DashboardPage() {
  const t = useT();
  const me = useMe();
  const { user, organization } = me;
  const { audit, organizationAudit } = navigationFor(me);
  const administers = audit || organizationAudit;
  const all = me.permissions.includes('audit:read');
  const passkeys = useQuery(ask('listPasskeys')).data?.passkeys;
  const [declined, setDeclined] = useState(false);
  const offered = usePasskeyOffer(passkeys) && !declined;
  const protectedBy = user.twoFactorEnabled ? 'on' : passkeys?.length ? 'passkey' : 'off';
  return (
    <Page title={t('dashboard.welcome', { name: user.firstName ?? displayName(user) })}>
      {administers && !me.requiresTwoFactorSetup ? <Figures all={all} /> : <FirstSteps otherwise={null} />}
      {offered && <PasskeyOffer onClose={() => setDeclined(true)} />}
      {!offered && passkeys && protectedBy === 'off' && !me.requiresTwoFactorSetup && (
        <Alert icon={<IconShieldLock size={18} />} title={t('dashboard.protect')}>
          {t.rich('dashboard.protectText', {
            link: (
              <AnchorLink to="/profile/security" inherit underline="always">
                {t('dashboard.protectLink')}
              </AnchorLink>
            ),
          })}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Fact
          label={t('dashboard.organization')}
          next={
            <AnchorLink to={organization ? '/organization/members' : '/organization'} size="sm">
              {t(organization ? 'dashboard.seeMembers' : 'dashboard.createOrJoin')}
            </AnchorLink>
          }
        >
          {organization?.name ?? t('dashboard.noOrganization')}
        </Fact>
        <Fact
          label={t('dashboard.twoFactor')}
          next={
            <AnchorLink to="/profile/security" size="sm">
              {t(protectedBy === 'off' ? 'dashboard.setUp' : 'dashboard.manage')}
            </AnchorLink>
          }
        >
          {t(`dashboard.twoFactor.${protectedBy}`)}
        </Fact>
        <Fact
          label={t('dashboard.lastSignIn')}
          next={
            <AnchorLink to="/profile/security" size="sm">
              {t('dashboard.seeSessions')}
            </AnchorLink>
          }
        >
          <When at={user.lastLoginAt} inherit />
        </Fact>
      </SimpleGrid>
    </Page>
  );
}

/** Figures need more people than the one who looks at them: until then, what to do. */
function Figures({ all }: { all: boolean }) {
  const alone = useAlone(all);
  return (
    <>
      <FirstSteps otherwise={alone ? <NoOneYet all={all} /> : null} />
      {alone === false && (
        <Suspense fallback={<Skeleton h={112} radius="lg" />}>
          <Administration all={all} />
        </Suspense>
      )}
    </>
  );
}

/** Whether there is one person only, in the service or in the organization. Undefined: not known yet. */
function useAlone(all: boolean): boolean | undefined {
  const { permissions } = useMe();
  const users = useQuery({
    ...ask('listUsers', { query: { limit: 1 } }),
    enabled: all && permissions.includes('users:list'),
  });
  const current = useQuery({ ...ask('getOrganization'), enabled: !all });
  if (users.isLoading || current.isLoading) return undefined;
  return (users.data?.pagination.total ?? current.data?.organization.memberCount) === 1;
}

type FactProps = { label: string; next: ReactNode; children: ReactNode };

function Fact({ label, next, children }: FactProps) {
  return (
    <Card padding="md">
      <Stack gap={6}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fw={620} className="numbers">
          {children}
        </Text>
        {next}
      </Stack>
    </Card>
  );
}
