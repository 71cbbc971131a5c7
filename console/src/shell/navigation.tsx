import { NavLink, ScrollArea, SegmentedControl, Stack } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  type Icon,
  IconAddressBook,
  IconAdjustments,
  IconApps,
  IconBuilding,
  IconBuildings,
  IconCircleCheck,
  IconDatabaseExport,
  IconFishHook,
  IconHistory,
  IconId,
  IconKey,
  IconLayoutDashboard,
  IconLogin2,
  IconMail,
  IconPalette,
  IconShieldCheck,
  IconShieldLock,
  IconSitemap,
  IconTicket,
  IconUser,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import { createLink, type LinkProps, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { t, useT } from '../language/texts.ts';
import type { Me } from './me.ts';
import { navigationFor } from './navigation-for.ts';
import classes from './shell.module.css';

const NavigationLink = createLink(NavLink<'a'>);

/** `also`: more words to find it by. */
type Entry = {
  to: NonNullable<LinkProps['to']>;
  label: string;
  Icon: Icon;
  exact?: boolean;
  also?: string;
};
type Section = { name: string; title?: string; entries: Entry[] };

/** The pages that this person can use, in sections. */
export function entriesFor(me: Me): Section[] {
  const sees = navigationFor(me);
  const log = {
    to: '/admin/audit-logs',
    label: t('navigation.auditLog'),
    Icon: IconHistory,
    also: t('find.logs.also'),
  } as const;
  const when = (shown: boolean, entry: Entry) => (shown ? [entry] : []);
  return [
    {
      name: 'start',
      entries: [{ to: '/', label: t('navigation.dashboard'), Icon: IconLayoutDashboard, exact: true }],
    },
    {
      name: 'account',
      title: t('navigation.account'),
      entries: [
        { to: '/profile', label: t('navigation.profile'), Icon: IconUser, exact: true },
        {
          to: '/profile/security',
          label: t('navigation.security'),
          Icon: IconShieldLock,
          also: t('find.security.also'),
        },
        { to: '/profile/api-keys', label: t('navigation.apiKeys'), Icon: IconKey },
        { to: '/profile/applications', label: t('navigation.connectedApps'), Icon: IconApps },
      ],
    },
    {
      name: 'organization',
      title: t('navigation.organization'),
      entries: [
        {
          to: '/organization',
          label: t(sees.members ? 'navigation.settings' : 'navigation.createOrJoin'),
          Icon: IconBuilding,
          exact: true,
        },
        ...when(sees.members, {
          to: '/organization/members',
          label: t('navigation.members'),
          Icon: IconUsersGroup,
        }),
        ...when(sees.invites, {
          to: '/organization/invites',
          label: t('navigation.invites'),
          Icon: IconTicket,
        }),
        ...when(sees.branding, {
          to: '/organization/branding',
          label: t('branding.title'),
          Icon: IconPalette,
        }),
        ...when(sees.organizationRoles, {
          to: '/organization/roles',
          label: t('teamRoles.title'),
          Icon: IconId,
        }),
        ...when(sees.organizationPolicy, {
          to: '/organization/policy',
          label: t('navigation.policy'),
          Icon: IconShieldCheck,
        }),
        ...when(sees.singleSignOn, {
          to: '/organization/sso',
          label: t('navigation.singleSignOn'),
          Icon: IconLogin2,
        }),
        ...when(sees.directory, {
          to: '/organization/directory',
          label: t('navigation.directory'),
          Icon: IconAddressBook,
        }),
        ...when(sees.organizationKeys, {
          to: '/organization/keys',
          label: t('navigation.organizationKeys'),
          Icon: IconKey,
        }),
        ...when(sees.organizationWebhooks, {
          to: '/organization/webhooks',
          label: t('navigation.organizationWebhooks'),
          Icon: IconWebhook,
        }),
        ...when(sees.organizationDestinations, {
          to: '/organization/destinations',
          label: t('navigation.organizationDestinations'),
          Icon: IconDatabaseExport,
        }),
        ...when(sees.organizationAudit, log),
      ],
    },
    {
      name: 'administration',
      title: t('navigation.administration'),
      entries: [
        ...when(sees.users, { to: '/admin/users', label: t('navigation.users'), Icon: IconUsers }),
        ...when(sees.organizations, {
          to: '/admin/organizations',
          label: t('navigation.organizations'),
          Icon: IconBuildings,
        }),
        ...when(sees.policy, {
          to: '/admin/policy',
          label: t('policy.title.service'),
          Icon: IconShieldCheck,
        }),
        ...when(sees.roles, { to: '/admin/roles', label: t('navigation.roles'), Icon: IconSitemap }),
        ...when(sees.teamRoles, {
          to: '/admin/organization-roles',
          label: t('teamRoles.title.service'),
          Icon: IconId,
        }),
        ...when(sees.audit, log),
        ...when(sees.emails, { to: '/admin/emails', label: t('navigation.emails'), Icon: IconMail }),
        ...when(sees.applications, {
          to: '/admin/applications',
          label: t('navigation.applications'),
          Icon: IconApps,
        }),
        ...when(sees.webhooks, { to: '/admin/webhooks', label: t('navigation.webhooks'), Icon: IconWebhook }),
        ...when(sees.destinations, {
          to: '/admin/destinations',
          label: t('navigation.destinations'),
          Icon: IconDatabaseExport,
        }),
        ...when(sees.hooks, { to: '/admin/hooks', label: t('hooks.title'), Icon: IconFishHook }),
        ...when(sees.checks, { to: '/admin/checks', label: t('navigation.checks'), Icon: IconCircleCheck }),
        ...when(sees.settings, {
          to: '/admin/settings',
          label: t('settings.title'),
          Icon: IconAdjustments,
          also: t('find.settings.also'),
        }),
      ],
    },
  ];
}

/** Whose menu is shown: that of this page, or else the one chosen last. What a person may do beyond others comes first. */
function useScope(scopes: Section[]) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [chosen, choose] = useLocalStorage({
    key: 'latchkey_menu',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const isHere = ({ to }: Entry) => pathname === to || pathname.startsWith(`${to}/`);
  const here = pathname === '/account' ? 'account' : scopes.find(({ entries }) => entries.some(isHere))?.name;
  // Also when a link elsewhere on a page leads to another scope.
  useEffect(() => {
    if (here) choose(here);
  }, [here, choose]);
  return { scope: scopes.find(({ name }) => name === chosen) ?? scopes.at(-1), choose };
}

export function Navigation({ me, onFollow }: { me: Me; onFollow: () => void }) {
  const t = useT();
  const [start, ...scopes] = entriesFor(me).filter(({ entries }) => entries.length > 0);
  const { scope, choose } = useScope(scopes);
  return (
    <ScrollArea
      type="hover"
      scrollbarSize={6}
      flex={1}
      component="nav"
      aria-label={t('navigation.label')}
      className={classes.links}
    >
      <Stack gap={0} py="sm">
        {start?.entries.map((entry) => (
          <PageLink key={entry.to} entry={entry} onFollow={onFollow} />
        ))}
        {scope && (
          <SegmentedControl
            aria-label={t('navigation.scope')}
            size="xs"
            fullWidth
            my="xs"
            data={scopes.map(({ name, title = '' }) => ({ value: name, label: title }))}
            value={scope.name}
            onChange={choose}
          />
        )}
        {scope?.entries.map((entry) => (
          <PageLink key={entry.to} entry={entry} onFollow={onFollow} />
        ))}
      </Stack>
    </ScrollArea>
  );
}

function PageLink({ entry, onFollow }: { entry: Entry; onFollow: () => void }) {
  const { to, label, Icon, exact = false } = entry;
  return (
    <NavigationLink
      to={to}
      label={label}
      leftSection={<Icon size={16} stroke={1.7} />}
      activeOptions={{ exact, includeSearch: false }}
      onClick={onFollow}
    />
  );
}
