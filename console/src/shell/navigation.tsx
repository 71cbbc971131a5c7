import { hasOrganizationRank } from '@latchkey/contract';
import { NavLink, ScrollArea, Stack, Text } from '@mantine/core';
import {
  IconBuilding,
  IconHistory,
  IconKey,
  IconLayoutDashboard,
  IconMail,
  IconShieldLock,
  IconSitemap,
  IconTicket,
  IconUser,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Me } from './me.ts';

/** What the navigation shows. The service decides again on every request. */
export function sightOf(me: Me) {
  const may = (permission: string) => !me.requiresTwoFactorSetup && me.permissions.includes(permission);
  const organizationAdmin = me.organization !== null && hasOrganizationRank(me.organization.role, 'ADMIN');
  return {
    members: me.organization !== null,
    invites: organizationAdmin,
    users: may('users:list'),
    roles: may('roles:read'),
    audit: may('audit:read') || organizationAdmin,
    emails: may('emails:read'),
  };
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={2} component="section">
      <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}

const NavigationLink = createLink(NavLink<'a'>);

const icon = { size: 18, stroke: 1.7 };
const exact = { activeOptions: { exact: true } };

export function Navigation({ me, onFollow }: { me: Me; onFollow: () => void }) {
  const sees = sightOf(me);
  const follow = { onClick: onFollow };
  return (
    <ScrollArea type="never" flex={1} component="nav" aria-label="Main">
      <Stack gap="lg" py="sm">
        <NavigationLink
          to="/"
          label="Dashboard"
          leftSection={<IconLayoutDashboard {...icon} />}
          {...exact}
          {...follow}
        />
        <Section title="Account">
          <NavigationLink
            to="/profile"
            label="Profile"
            leftSection={<IconUser {...icon} />}
            {...exact}
            {...follow}
          />
          <NavigationLink
            to="/profile/security"
            label="Security"
            leftSection={<IconShieldLock {...icon} />}
            {...follow}
          />
          <NavigationLink
            to="/profile/api-keys"
            label="API keys"
            leftSection={<IconKey {...icon} />}
            {...follow}
          />
        </Section>
        <Section title="Organization">
          <NavigationLink
            to="/organization"
            label={sees.members ? 'Settings' : 'Create or join'}
            leftSection={<IconBuilding {...icon} />}
            {...exact}
            {...follow}
          />
          {sees.members && (
            <NavigationLink
              to="/organization/members"
              label="Members"
              leftSection={<IconUsersGroup {...icon} />}
              {...follow}
            />
          )}
          {sees.invites && (
            <NavigationLink
              to="/organization/invites"
              label="Invitations"
              leftSection={<IconTicket {...icon} />}
              {...follow}
            />
          )}
        </Section>
        {(sees.users || sees.roles || sees.audit || sees.emails) && (
          <Section title="Administration">
            {sees.users && (
              <NavigationLink
                to="/admin/users"
                label="Users"
                leftSection={<IconUsers {...icon} />}
                {...follow}
              />
            )}
            {sees.roles && (
              <NavigationLink
                to="/admin/roles"
                label="Roles"
                leftSection={<IconSitemap {...icon} />}
                {...follow}
              />
            )}
            {sees.audit && (
              <NavigationLink
                to="/admin/audit-logs"
                label="Audit log"
                leftSection={<IconHistory {...icon} />}
                {...follow}
              />
            )}
            {sees.emails && (
              <NavigationLink
                to="/admin/emails"
                label="Emails"
                leftSection={<IconMail {...icon} />}
                {...follow}
              />
            )}
          </Section>
        )}
      </Stack>
    </ScrollArea>
  );
}
