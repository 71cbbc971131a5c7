import { Collapse, NavLink, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  type Icon,
  IconAddressBook,
  IconApps,
  IconBuilding,
  IconBuildings,
  IconChevronDown,
  IconChevronRight,
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
import { t, useT } from '../language/texts.ts';
import type { Me } from './me.ts';
import { navigationFor } from './navigation-for.ts';
import { openAtFirst } from './open-at-first.ts';
import classes from './shell.module.css';

const NavigationLink = createLink(NavLink<'a'>);

type Entry = { to: NonNullable<LinkProps['to']>; label: string; Icon: Icon; exact?: boolean };
type Section = { name: string; title?: string; entries: Entry[] };

/** The pages that this person can use, in sections. */
export function entriesFor(me: Me): Section[] {
  const sees = navigationFor(me);
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
        { to: '/profile/security', label: t('navigation.security'), Icon: IconShieldLock },
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
        ...when(sees.policy, { to: '/admin/policy', label: t('navigation.policy'), Icon: IconShieldCheck }),
        ...when(sees.roles, { to: '/admin/roles', label: t('navigation.roles'), Icon: IconSitemap }),
        ...when(sees.teamRoles, {
          to: '/admin/organization-roles',
          label: t('teamRoles.title'),
          Icon: IconId,
        }),
        ...when(sees.audit, { to: '/admin/audit-logs', label: t('navigation.auditLog'), Icon: IconHistory }),
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
      ],
    },
  ];
}

function useFolding(sections: Section[]) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: 'latchkey_menu',
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const atFirst = openAtFirst(sections, pathname);
  const isFolding = sections.some((section) => !atFirst.includes(section));
  return {
    isFolding,
    /** What people fold or unfold stays that way. */
    isOpen: (section: Section) => !isFolding || (chosen[section.name] ?? atFirst.includes(section)),
    setOpen: ({ name }: Section, open: boolean) => setChosen({ ...chosen, [name]: open }),
  };
}

export function Navigation({ me, onFollow }: { me: Me; onFollow: () => void }) {
  const t = useT();
  const sections = entriesFor(me).filter(({ entries }) => entries.length > 0);
  const { isFolding, isOpen, setOpen } = useFolding(sections);
  return (
    <ScrollArea
      type="hover"
      scrollbarSize={6}
      flex={1}
      component="nav"
      aria-label={t('navigation.label')}
      className={classes.links}
    >
      <Stack gap={isFolding ? 4 : 'md'} pt="sm" pb={isFolding ? 'sm' : 'xl'}>
        {sections.map((section) => (
          <div key={section.name}>
            {section.title && (
              <SectionTitle
                title={section.title}
                open={isOpen(section)}
                onToggle={isFolding && ((open) => setOpen(section, open))}
              />
            )}
            <Collapse expanded={isOpen(section)}>
              <Stack gap={isFolding ? 0 : 2}>
                {section.entries.map((entry) => (
                  <PageLink key={entry.to} entry={entry} onFollow={onFollow} />
                ))}
              </Stack>
            </Collapse>
          </div>
        ))}
      </Stack>
    </ScrollArea>
  );
}

type TitleProps = { title: string; open: boolean; onToggle: false | ((open: boolean) => void) };

/** A button if the section folds. */
function SectionTitle({ title, open, onToggle }: TitleProps) {
  if (!onToggle)
    return (
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
        {title}
      </Text>
    );
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton className={classes.section} aria-expanded={open} onClick={() => onToggle(!open)}>
      <Text size="xs" fw={600} c="dimmed" flex={1}>
        {title}
      </Text>
      <Chevron size={14} aria-hidden className="points" />
    </UnstyledButton>
  );
}

function PageLink({ entry, onFollow }: { entry: Entry; onFollow: () => void }) {
  const { to, label, Icon, exact = false } = entry;
  return (
    <NavigationLink
      to={to}
      label={label}
      leftSection={<Icon size={18} stroke={1.7} />}
      activeOptions={{ exact, includeSearch: false }}
      className={classes.link}
      onClick={onFollow}
    />
  );
}
