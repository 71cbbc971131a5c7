import { ranksBelow, type User } from '@latchkey/contract';
import { Avatar, Grid, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { type Me, useMe } from '../shell/me.ts';
import { CopyField } from '../ui/copy-field.tsx';
import { formatDateTime } from '../ui/dates.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { Page } from '../ui/page.tsx';
import { organizationRoleNames, SystemRoleBadge } from '../ui/role-badge.tsx';
import { Section } from '../ui/section.tsx';
import { When } from '../ui/when.tsx';
import { useOrganizationNames } from './organization-names.ts';
import { UserActions } from './user-actions.tsx';
import { UserBadges } from './user-badges.tsx';
import { UserEmails, UserHistory } from './user-history.tsx';
import { UserMetadata } from './user-metadata.tsx';
import { UserOrganizations } from './user-organizations.tsx';
import { UserRoles } from './user-roles.tsx';
import { UserSessions } from './user-sessions.tsx';
import { WaysIn } from './ways-in.tsx';

/** Everything about one user that the reader may see, and then what ends something. */
export function UserPage() {
  const t = useT();
  const { id } = useParams({ strict: false }) as { id: string };
  const found = useQuery(ask('getUser', { params: { id } }));
  const { user, passkeyCount = 0 } = found.data ?? {};
  return (
    <Page
      title={user ? displayName(user) : t('users.page.title')}
      description={
        <AnchorLink to="/admin/users" size="sm">
          {t('users.page.back')}
        </AnchorLink>
      }
    >
      {found.isPending && <Skeleton h={320} />}
      {user ? (
        <Parts key={user.id} user={user} passkeyCount={passkeyCount} />
      ) : (
        <ErrorNote error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Page>
  );
}

type Props = { user: User; passkeyCount: number };

function Parts({ user, passkeyCount }: Props) {
  const t = useT();
  const me = useMe();
  const navigate = useNavigate();
  const may = (permission: string) => me.permissions.includes(permission);
  const administers = may('users:write') && isReached(me, user);
  const seesWaysIn = administers && may('users:read');
  const isSelf = user.id === me.user.id;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Stack>
          <Account user={user} />
          {may('users:read') && (
            <Section title={t('users.page.organizations')}>
              <UserOrganizations user={user} />
            </Section>
          )}
          {administers && !isSelf && (
            <Section title={t('users.page.manage')}>
              {may('roles:write') && <UserRoles user={user} />}
              <UserActions
                user={user}
                passkeyCount={passkeyCount}
                onGone={() => void navigate({ to: '/admin/users' })}
              />
            </Section>
          )}
          {administers && isSelf && (
            <Text size="sm" c="dimmed">
              {t('users.page.self')}
            </Text>
          )}
          {administers && (
            <Section title={t('users.metadata.title')}>
              <UserMetadata user={user} />
            </Section>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          {seesWaysIn && <WaysIn user={user} />}
          {seesWaysIn && <UserSessions user={user} />}
          {may('audit:read') && <UserHistory user={user} />}
          {may('emails:read') && <UserEmails user={user} />}
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** As far as rank goes: without `users:read`, only lower ranks can be acted on. */
function isReached({ permissions, organization }: Me, user: User): boolean {
  if (permissions.includes('users:read')) return true;
  return organization !== null && ranksBelow(organization.role).includes(user.organizationRole);
}

function Account({ user }: { user: User }) {
  const t = useT();
  const seesAll = useMe().permissions.includes('users:read');
  const name = useOrganizationNames([user.organizationId])(user.organizationId);
  const own = [name, user.organizationId && organizationRoleNames[user.organizationRole]].filter(Boolean);
  const facts: Fact[] = [
    [t('users.facts.username'), user.username ?? t('users.facts.none')],
    ...(seesAll ? [] : [[t('users.facts.organization'), own.join(' · ') || t('users.facts.none')] as const]),
    [t('users.facts.lastSignIn'), <When key="when" at={user.lastLoginAt} />],
    [t('users.facts.created'), formatDateTime(user.createdAt)],
    ...(user.lockedUntil ? [[t('users.facts.lockedUntil'), formatDateTime(user.lockedUntil)] as const] : []),
  ];
  return (
    <Section title={t('users.page.account')}>
      <Group wrap="nowrap" align="flex-start">
        <Avatar name={displayName(user)} color="initials" size={48} aria-hidden />
        <Stack gap={6} miw={0}>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }} dir="auto">
            {user.email}
          </Text>
          <Group gap={6}>
            <SystemRoleBadge role={user.role} />
            <UserBadges user={user} />
          </Group>
        </Stack>
      </Group>
      <Facts facts={facts} />
      <CopyField label={t('users.page.id')} value={user.id} />
    </Section>
  );
}
