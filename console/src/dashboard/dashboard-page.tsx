import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import { displayName, useMe } from '../shell/me.ts';
import { Page } from '../ui/page.tsx';
import { When } from '../ui/when.tsx';

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Card>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fw={600}>{children}</Text>
      </Stack>
    </Card>
  );
}

export function DashboardPage() {
  const { user, organization } = useMe();
  return (
    <Page title={`Welcome, ${user.firstName ?? displayName(user)}`}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Fact label="Organization">{organization?.name ?? 'None yet'}</Fact>
        <Fact label="Two-factor">{user.twoFactorEnabled ? 'On' : 'Off'}</Fact>
        <Fact label="Last sign-in">
          <When at={user.lastLoginAt} />
        </Fact>
      </SimpleGrid>
    </Page>
  );
}
