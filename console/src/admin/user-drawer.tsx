import { ranksBelow, type User } from '@latchkey/contract';
import { Avatar, Divider, Drawer, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../api.ts';
import { useT } from '../language/texts.ts';
import { type Me, useMe } from '../shell/me.ts';
import { formatDateTime } from '../ui/dates.ts';
import { displayName } from '../ui/display-name.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink } from '../ui/link.tsx';
import { organizationRoleNames, SystemRoleBadge } from '../ui/role-badge.tsx';
import { When } from '../ui/when.tsx';
import { useOrganizationNames } from './organization-names.ts';
import { UserActions } from './user-actions.tsx';
import { UserBadges } from './user-badges.tsx';
import { UserMetadata } from './user-metadata.tsx';
import { UserOrganizations } from './user-organizations.tsx';
import { UserRoles } from './user-roles.tsx';

/** One user beside the list. The id is in the address, so the address can be shared. */
export function UserDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useT();
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={t('users.drawer.title')}
    >
      {id && <Details id={id} onGone={onClose} />}
    </Drawer>
  );
}

function Details({ id, onGone }: { id: string; onGone: () => void }) {
  const t = useT();
  const me = useMe();
  const found = useQuery(ask('getUser', { params: { id } }));
  const { user, passkeyCount = 0 } = found.data ?? {};
  if (found.isPending) return <Skeleton h={240} />;
  if (!user) return <ErrorNote error={found.error} onRetry={() => void found.refetch()} />;
  const administers = me.permissions.includes('users:write') && isReached(me, user);
  return (
    <Stack gap="lg">
      <Group wrap="nowrap">
        <Avatar name={displayName(user)} color="initials" size={56} aria-hidden />
        <Stack gap={4} miw={0}>
          <Group gap="xs">
            <Text fw={600} size="lg">
              {displayName(user)}
            </Text>
            <SystemRoleBadge role={user.role} />
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Text>
        </Stack>
      </Group>
      <UserBadges user={user} />
      <Facts user={user} passkeyCount={passkeyCount} />
      {me.permissions.includes('audit:read') && (
        <AnchorLink
          to="/admin/audit-logs"
          search={{ userEmail: user.email, organizationId: 'all' } as never}
          size="sm"
        >
          {t('users.drawer.activity')}
        </AnchorLink>
      )}
      {administers && (
        <>
          <Divider />
          <UserMetadata user={user} />
        </>
      )}
      {administers && user.id !== me.user.id && (
        <>
          <Divider />
          {me.permissions.includes('roles:write') && <UserRoles user={user} />}
          <UserActions user={user} passkeyCount={passkeyCount} onGone={onGone} />
        </>
      )}
      {administers && user.id === me.user.id && (
        <Text size="sm" c="dimmed">
          {t('users.drawer.self')}
        </Text>
      )}
    </Stack>
  );
}

/** As far as rank goes: without `users:read`, only lower ranks can be acted on. */
function isReached({ permissions, organization }: Me, user: User): boolean {
  if (permissions.includes('users:read')) return true;
  return organization !== null && ranksBelow(organization.role).includes(user.organizationRole);
}

function Facts({ user, passkeyCount }: { user: User; passkeyCount: number }) {
  const t = useT();
  const facts: [string, ReactNode][] = [
    [t('users.facts.username'), user.username ?? t('users.facts.none')],
    [t('users.facts.organization'), <Membership key="organization" user={user} />],
    [
      t('users.facts.passkeys'),
      passkeyCount === 0 ? t('users.facts.none') : passkeyCount.toLocaleString(t.locale),
    ],
    [t('users.facts.lastSignIn'), <When key="when" at={user.lastLoginAt} />],
    [t('users.facts.created'), formatDateTime(user.createdAt)],
    ...(user.lockedUntil
      ? [[t('users.facts.lockedUntil'), formatDateTime(user.lockedUntil)] as [string, string]]
      : []),
  ];
  return (
    <Table variant="vertical" layout="fixed" highlightOnHover={false}>
      <Table.Tbody>
        {facts.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th w={140}>{label}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Membership({ user }: { user: User }) {
  const seesAll = useMe().permissions.includes('users:read');
  return seesAll ? <UserOrganizations user={user} /> : <OneMembership user={user} />;
}

function OneMembership({ user }: { user: User }) {
  const t = useT();
  const name = useOrganizationNames([user.organizationId])(user.organizationId);
  if (!user.organizationId) return t('users.facts.none');
  return [name, organizationRoleNames[user.organizationRole]].filter(Boolean).join(' · ');
}
