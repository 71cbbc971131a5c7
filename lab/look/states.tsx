import {
  Alert,
  Badge,
  Button,
  Code,
  Group,
  Kbd,
  NavLink,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { IconInbox, IconUsers } from '@tabler/icons-react';
import { BarChart } from '../../console/src/ui/bar-chart.tsx';
import { EmptyState } from '../../console/src/ui/empty-state.tsx';
import { ErrorNote } from '../../console/src/ui/error-note.tsx';
import { OrganizationRoleBadge, SystemRoleBadge } from '../../console/src/ui/role-badge.tsx';
import { RowsSkeleton } from '../../console/src/ui/rows-skeleton.tsx';
import { Section } from '../../console/src/ui/section.tsx';
import { Usual } from '../../console/src/ui/usual.tsx';

const colors = ['gray', 'green', 'blue', 'violet', 'yellow', 'red', 'teal'];
const systemRoles = ['USER', 'MODERATOR', 'ADMIN'] as const;
const organizationRoles = ['MEMBER', 'ADMIN', 'OWNER'] as const;
const series = [
  { label: 'Successful', color: 'green.6' },
  { label: 'Failed', color: 'red.6' },
];
const bars = [12, 30, 41, 9, 0, 22, 35].map((count, at) => ({
  key: String(at),
  label: `Nov ${at + 1}`,
  title: `Nov ${at + 1}, 2026`,
  values: [count, Math.round(count / 6)],
}));

export function States() {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="Type">
          <Type />
        </Section>
        <Section title="States">
          <Group gap="xs">
            {colors.map((color) => (
              <Badge key={color} color={color}>
                {color}
              </Badge>
            ))}
          </Group>
          <Group gap="sm">
            <Usual>Active</Usual>
            {systemRoles.map((role) => (
              <SystemRoleBadge key={role} role={role} />
            ))}
            {organizationRoles.map((role) => (
              <OrganizationRoleBadge key={role} role={role} />
            ))}
          </Group>
          <NavLink label="Chosen" leftSection={<IconUsers size={16} />} aria-current="page" href="#" />
          <NavLink label="Another" leftSection={<IconUsers size={16} />} href="#" />
        </Section>
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title="Messages">
          <Alert title="Protect your account">Add a passkey.</Alert>
          <Alert color="yellow">Verify your address.</Alert>
          <ErrorNote error={new Error('refused')} />
        </Section>
        <Section title="Waiting">
          <Skeleton h={32} />
          <RowsSkeleton rows={3} />
        </Section>
      </SimpleGrid>
      <Section title="Counts">
        <BarChart label="Sign-ins" series={series} bars={bars} />
      </Section>
      <Section title="Nothing yet">
        <EmptyState icon={<IconInbox size={24} />} title="No invitations" action={<Button>Invite</Button>}>
          People who follow an invitation join your organization.
        </EmptyState>
      </Section>
    </>
  );
}

function Type() {
  return (
    <Stack gap="xs">
      <Title order={1}>The title of a page</Title>
      <Title order={2}>The title of a section</Title>
      <Title order={3}>The title of a part</Title>
      <Text>Text that explains a page.</Text>
      <Text size="sm">Text in rows and forms.</Text>
      <Text size="sm" c="dimmed">
        What matters less.
      </Text>
      <Text size="xs" c="dimmed">
        Below something else.
      </Text>
      <Group gap="xs">
        <Code>client_id</Code>
        <Kbd>Ctrl K</Kbd>
      </Group>
    </Stack>
  );
}
