import { NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import {
  type Icon,
  IconApps,
  IconBuilding,
  IconBuildings,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconShieldCheck,
  IconShieldLock,
  IconSitemap,
  IconTicket,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import { createLink, type LinkProps } from '@tanstack/react-router';
import type { Me } from './me.ts';
import { navigationFor } from './navigation-for.ts';
import classes from './shell.module.css';

const NavigationLink = createLink(NavLink<'a'>);

type Entry = { to: NonNullable<LinkProps['to']>; label: string; Icon: Icon; exact?: boolean };

function entriesFor(me: Me): { title?: string; entries: Entry[] }[] {
  const sees = navigationFor(me);
  const when = (shown: boolean, entry: Entry) => (shown ? [entry] : []);
  return [
    { entries: [{ to: '/', label: 'Dashboard', Icon: IconLayoutDashboard, exact: true }] },
    {
      title: 'Account',
      entries: [
        { to: '/profile', label: 'Profile', Icon: IconUser, exact: true },
        { to: '/profile/security', label: 'Security', Icon: IconShieldLock },
        { to: '/profile/api-keys', label: 'API keys', Icon: IconKey },
        { to: '/profile/applications', label: 'Connected apps', Icon: IconApps },
      ],
    },
    {
      title: 'Organization',
      entries: [
        {
          to: '/organization',
          label: sees.members ? 'Settings' : 'Create or join',
          Icon: IconBuilding,
          exact: true,
        },
        ...when(sees.members, { to: '/organization/members', label: 'Members', Icon: IconUsersGroup }),
        ...when(sees.invites, { to: '/organization/invites', label: 'Invitations', Icon: IconTicket }),
        ...when(sees.organizationPolicy, {
          to: '/organization/policy',
          label: 'Policy',
          Icon: IconShieldCheck,
        }),
        ...when(sees.organizationKeys, {
          to: '/organization/keys',
          label: 'Organization keys',
          Icon: IconKey,
        }),
        ...when(sees.organizationWebhooks, {
          to: '/organization/webhooks',
          label: 'Webhooks',
          Icon: IconWebhook,
        }),
      ],
    },
    {
      title: 'Administration',
      entries: [
        ...when(sees.users, { to: '/admin/users', label: 'Users', Icon: IconUsers }),
        ...when(sees.organizations, {
          to: '/admin/organizations',
          label: 'Organizations',
          Icon: IconBuildings,
        }),
        ...when(sees.policy, { to: '/admin/policy', label: 'Policy', Icon: IconShieldCheck }),
        ...when(sees.roles, { to: '/admin/roles', label: 'Roles', Icon: IconSitemap }),
        ...when(sees.audit, { to: '/admin/audit-logs', label: 'Audit log', Icon: IconHistory }),
        ...when(sees.emails, { to: '/admin/emails', label: 'Emails', Icon: IconMail }),
        ...when(sees.applications, { to: '/admin/applications', label: 'Applications', Icon: IconApps }),
        ...when(sees.webhooks, { to: '/admin/webhooks', label: 'Webhooks', Icon: IconWebhook }),
      ],
    },
  ];
}

export function Navigation({ me, onFollow }: { me: Me; onFollow: () => void }) {
  const sections = entriesFor(me).filter(({ entries }) => entries.length > 0);
  return (
    <ScrollArea
      type="hover"
      scrollbarSize={6}
      flex={1}
      component="nav"
      aria-label="Main"
      className={classes.links}
    >
      <Stack gap="md" pt="sm" pb="xl">
        {sections.map(({ title, entries }) => (
          <Stack gap={2} key={title ?? ''}>
            {title && (
              <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
                {title}
              </Text>
            )}
            {entries.map(({ to, label, Icon, exact = false }) => (
              <NavigationLink
                key={to}
                to={to}
                label={label}
                leftSection={<Icon size={18} stroke={1.7} />}
                activeOptions={{ exact, includeSearch: false }}
                className={classes.link}
                onClick={onFollow}
              />
            ))}
          </Stack>
        ))}
      </Stack>
    </ScrollArea>
  );
}
