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
import { createLink, type LinkProps, useLocation } from '@tanstack/react-router';
import type { Me } from './me.ts';
import { navigationFor } from './navigation-for.ts';
import { openAtFirst } from './open-at-first.ts';
import classes from './shell.module.css';

const NavigationLink = createLink(NavLink<'a'>);

type Entry = { to: NonNullable<LinkProps['to']>; label: string; Icon: Icon; exact?: boolean };
type Section = { title?: string; entries: Entry[] };

/** The pages that this person can use, in sections. */
export function entriesFor(me: Me): Section[] {
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
        ...when(sees.directory, { to: '/organization/directory', label: 'Directory', Icon: IconAddressBook }),
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
        ...when(sees.webhooks, { to: '/admin/webhooks', label: 'Service webhooks', Icon: IconWebhook }),
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
    isOpen: (section: Section) => !isFolding || (chosen[section.title ?? ''] ?? atFirst.includes(section)),
    setOpen: ({ title = '' }: Section, open: boolean) => setChosen({ ...chosen, [title]: open }),
  };
}

export function Navigation({ me, onFollow }: { me: Me; onFollow: () => void }) {
  const sections = entriesFor(me).filter(({ entries }) => entries.length > 0);
  const { isFolding, isOpen, setOpen } = useFolding(sections);
  return (
    <ScrollArea
      type="hover"
      scrollbarSize={6}
      flex={1}
      component="nav"
      aria-label="Main"
      className={classes.links}
    >
      <Stack gap={isFolding ? 'xs' : 'md'} pt="sm" pb="xl">
        {sections.map((section) => (
          <div key={section.title ?? ''}>
            {section.title && (
              <SectionTitle
                title={section.title}
                open={isOpen(section)}
                onToggle={isFolding && ((open) => setOpen(section, open))}
              />
            )}
            <Collapse expanded={isOpen(section)}>
              <Stack gap={2}>
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
      <Chevron size={14} aria-hidden />
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
