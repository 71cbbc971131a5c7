import { type Statistics, statisticDays } from '@latchkey/contract';
import { Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ActivityChart, HourChart } from '../admin/activity-chart.tsx';
import { reasonInWords } from '../admin/reason-in-words.ts';
import { ask } from '../api.ts';
import { type Texts, useT } from '../language/texts.ts';
import { nameOfMethod } from '../policies/name-of-method.ts';
import { useMe } from '../shell/me.ts';
import { navigationFor } from '../shell/navigation-for.ts';
import { addDays } from '../ui/dates.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { useList } from '../ui/use-list.ts';
import { useToday } from '../ui/use-today.ts';
import { Attention } from './attention.tsx';
import { Causes } from './causes.tsx';
import { Figure } from './figure.tsx';
import { SecondFactors } from './second-factors.tsx';

const defaults = { page: 1, days: 30 };

/** What administrators decide by: a period beside the one before, and what needs them now. */
export default function Administration({ all }: { all: boolean }) {
  const t = useT();
  const me = useMe();
  const list = useList(defaults);
  const chosen = statisticDays.find((each) => Number(each) === list.values.days) ?? '30';
  const days = Number(chosen);
  const organizationId = all ? 'all' : undefined;
  const found = useQuery(ask('getStatistics', { query: { days: chosen, organizationId } }));
  const since = addDays(useToday(), 1 - days);
  return (
    <Stack gap="md">
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('dashboard.period')}
          size="xs"
          value={chosen}
          onChange={(value) => list.set({ days: Number(value) }, { replace: true })}
          data={statisticDays.map((value) => ({ value, label: nameOf(t, Number(value)) }))}
        />
        <Text size="sm" c="dimmed">
          {all ? t('dashboard.everywhere') : t('dashboard.at', { organization: me.organization?.name ?? '' })}
        </Text>
      </Group>
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      {found.isPending && <Skeleton h={112} radius="lg" />}
      {found.data && <Figures statistics={found.data} since={since} all={all} />}
      {days === 1 ? (
        <HourChart hours={found.data?.hours} height={200} />
      ) : (
        <ActivityChart days={days} organizationId={organizationId} height={200} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {found.data && <Details statistics={found.data} since={since} />}
        {navigationFor(me).settings && <Attention />}
      </SimpleGrid>
    </Stack>
  );
}

const nameOf = (t: Texts, days: number) =>
  days === 1 ? t('dashboard.hours', { hours: 24 }) : t('dashboard.days', { days });

type Shown = { statistics: Statistics; since: string };

function Figures({ statistics, since, all }: Shown & { all: boolean }) {
  const t = useT();
  const { users } = navigationFor(useMe());
  const { activeUsers, signIns, signUps, failures, lockouts } = statistics;
  const { total: count, before, totalIsEstimate } = activeUsers;
  const log = (action: string) => ({ to: '/admin/audit-logs' as const, search: { action, from: since } });
  const people = users && all ? ('/admin/users' as const) : ('/organization/members' as const);
  const byLogin = { to: people, search: users && all ? { sort: '-lastLoginAt' } : {} };
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      <Figure
        label={t('dashboard.activeUsers')}
        figure={{ count, before }}
        isEstimate={totalIsEstimate}
        {...byLogin}
      />
      <Figure label={t('dashboard.signIns')} figure={signIns} {...log('AUTH_LOGIN_SUCCESS')} />
      <Figure label={t('dashboard.newUsers')} figure={signUps} {...log('AUTH_REGISTER')} />
      <Figure label={t('dashboard.failures')} figure={failures} {...log('AUTH_LOGIN_FAILURE')} />
      <Figure label={t('dashboard.lockouts')} figure={lockouts} {...log('SECURITY_ACCOUNT_LOCKED')} />
    </SimpleGrid>
  );
}

function Details({ statistics, since }: Shown) {
  const t = useT();
  const { signInMethods, failureReasons, adoption } = statistics;
  return (
    <>
      <Causes
        title={t('dashboard.methods')}
        causes={signInMethods.map((each) => ({ ...each, label: nameOfMethod(each.name) }))}
        search={{ action: 'AUTH_LOGIN_SUCCESS', from: since }}
      />
      <Causes
        title={t('dashboard.reasons')}
        causes={failureReasons.map((each) => ({ ...each, label: reasonInWords(t, each.name) }))}
        search={{ action: 'AUTH_LOGIN_FAILURE', from: since }}
      />
      {adoption && <SecondFactors adoption={adoption} />}
    </>
  );
}
