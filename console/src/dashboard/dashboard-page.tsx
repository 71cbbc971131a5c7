import { Alert, Card, SimpleGrid, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconLogin2, IconShieldLock, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ActivityChart } from '../admin/activity-chart.tsx';
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
    <Page
      title={t('dashboard.welcome', { name: user.firstName ?? displayName(user) })}
      description={
        administers &&
        (all
          ? t('dashboard.lastDays', { days })
          : t('dashboard.lastDaysAt', { days, organization: organization?.name ?? '' }))
      }
    >
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

const days = 30;

/** Figures need more people than the one who looks at them: until then, what to do. */
function Figures({ all }: { all: boolean }) {
  const alone = useAlone(all);
  return (
    <>
      <FirstSteps otherwise={alone ? <NoOneYet all={all} /> : null} />
      {alone === false && <Administration all={all} />}
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

/** The few numbers an administrator looks for, over the last month. */
function Administration({ all }: { all: boolean }) {
  const t = useT();
  const organizationId = all ? 'all' : undefined;
  const activity = useQuery(ask('auditActivity', { query: { days, organizationId } }));
  const total = (name: 'signIns' | 'failures' | 'lockouts' | 'newUsers') =>
    activity.data?.days.reduce((sum, day) => sum + day[name], 0).toLocaleString(t.locale) ?? '–';
  return (
    <>
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Fact label={t('dashboard.signIns')} icon={<IconLogin2 size={18} />} color="green">
          {total('signIns')}
        </Fact>
        <Fact label={t('dashboard.failures')} icon={<IconAlertTriangle size={18} />} color="red">
          {total('failures')}
        </Fact>
        <Fact label={t('dashboard.lockouts')} icon={<IconLock size={18} />} color="yellow">
          {total('lockouts')}
        </Fact>
        <Fact label={t('dashboard.newUsers')} icon={<IconUserPlus size={18} />} color="blue">
          {total('newUsers')}
        </Fact>
      </SimpleGrid>
      <ActivityChart days={days} organizationId={organizationId} height={240} />
    </>
  );
}

type FactProps = { label: string; icon?: ReactNode; color?: string; next?: ReactNode; children: ReactNode };

function Fact({ label, icon, color = 'gray', next, children }: FactProps) {
  return (
    <Card padding="md">
      <Stack gap={6}>
        {icon && (
          <ThemeIcon variant="light" color={color} size={32} radius="md" aria-hidden>
            {icon}
          </ThemeIcon>
        )}
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fw={620} size={icon ? 'xl' : 'md'} className="numbers">
          {children}
        </Text>
        {next}
      </Stack>
    </Card>
  );
}
