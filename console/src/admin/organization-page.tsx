import type { ListedOrganization } from '@latchkey/contract';
import { Grid, Skeleton, Stack } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { formatDateTime } from '../ui/dates.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { Facts } from '../ui/facts.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { List } from '../ui/list.tsx';
import { Page } from '../ui/page.tsx';
import { PersonCell } from '../ui/person-cell.tsx';
import { Section } from '../ui/section.tsx';
import { When } from '../ui/when.tsx';
import { UserBadges } from './user-badges.tsx';
import { LatestEntries } from './user-history.tsx';

/** One organization, as those see it who run the service. */
export function OneOrganizationPage() {
  const t = useT();
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useQuery(ask('listAllOrganizations', { query: { ids: id, limit: 1 } }));
  const organization = found.data?.organizations[0];
  return (
    <Page
      title={organization?.name ?? t('organizations.page.title')}
      description={
        <AnchorLink to="/admin/organizations" size="sm">
          {t('organizations.page.back')}
        </AnchorLink>
      }
    >
      {found.isPending && <Skeleton h={320} />}
      <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      {organization && <Parts key={id} organization={organization} />}
      {found.data && !organization && (
        <EmptyState icon={<IconUsers size={24} />} title={t('organizations.page.unknown')} />
      )}
    </Page>
  );
}

function Parts({ organization }: { organization: ListedOrganization }) {
  const t = useT();
  const { permissions } = useMe();
  const { id, slug, ownerEmail, memberCount, createdAt } = organization;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Section title={t('organizations.page.about')}>
          <Facts
            facts={[
              [t('organization.slug'), slug],
              [t('organizations.columns.owner'), ownerEmail ?? t('users.facts.none')],
              [t('organizations.columns.members'), memberCount.toLocaleString(t.locale)],
              [t('organizations.columns.created'), formatDateTime(createdAt)],
            ]}
          />
          <CopyField label={t('organizations.page.id')} value={id} />
        </Section>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          {permissions.includes('users:read') && <Members organizationId={id} />}
          {permissions.includes('audit:read') && <LatestEntries filter={{ organizationId: id }} />}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

function Members({ organizationId }: { organizationId: string }) {
  const t = useT();
  const members = useQuery(ask('listUsers', { query: { organizationId, limit: 10 } }));
  return (
    <Section
      title={t('organizations.columns.members')}
      actions={
        <AnchorLink to="/admin/users" search={{ organizationId } as never} size="sm">
          {t('users.history.all')}
        </AnchorLink>
      }
      list={
        <List
          label={t('organizations.columns.members')}
          framed={false}
          query={members}
          rows={members.data?.users}
          columns={[
            {
              header: t('users.columns.user'),
              shrinks: true,
              cell: (user) => <PersonCell person={user} userId={user.id} />,
            },
            { header: t('users.columns.status'), cell: (user) => <UserBadges user={user} />, phone: true },
            {
              header: t('users.columns.lastSignIn'),
              cell: (user) => <When at={user.lastLoginAt} />,
              from: 'md',
            },
          ]}
          expect={4}
          empty={{ icon: IconUsers, title: t('users.empty') }}
        />
      }
    />
  );
}
