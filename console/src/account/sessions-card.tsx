import type { Output } from '@latchkey/sdk';
import { Badge, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconLogout } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { List } from '../ui/list.tsx';
import type { Column } from '../ui/list-table.tsx';
import { RowButton } from '../ui/row-controls.tsx';
import { When } from '../ui/when.tsx';

type Session = Output<'listSessions'>['sessions'][number];

const columns: Column<Session>[] = [
  { header: 'Device', cell: (session) => <Device session={session} /> },
  { header: 'IP address', cell: ({ ipAddress }) => ipAddress, phone: true, className: 'numbers' },
  { header: 'Last seen', cell: ({ lastSeenAt }) => <When at={lastSeenAt} />, phone: true },
];

export function SessionsCard() {
  const sessions = useQuery(ask('listSessions'));
  const [asking, setAsking] = useState(false);
  const others = sessions.data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <Card component="section" aria-labelledby="sessions" pb="xs">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4} flex={1} miw={220}>
            <Title order={2} id="sessions">
              Sessions
            </Title>
            <Text size="sm" c="dimmed">
              Where you are signed in. If you don't recognize one, end it and change your password.
            </Text>
          </Stack>
          {others.length > 0 && (
            <Button variant="default" onClick={() => setAsking(true)}>
              Sign out everywhere else
            </Button>
          )}
        </Group>
        <Card.Section px={4}>
          <List
            label="Sessions"
            framed={false}
            query={sessions}
            rows={sessions.data?.sessions}
            columns={columns}
            expect={2}
            actions={(session) => !session.current && <EndSession session={session} />}
            empty={{ icon: IconDeviceDesktop, title: 'No sessions' }}
          />
        </Card.Section>
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        act="revokeOtherSessions"
        input={{}}
        invalidates={['listSessions']}
        success="You're signed out everywhere else."
      >
        {others.length === 1 ? 'One other session ends' : `${others.length} other sessions end`} right away.
        Browsers that kept you signed in will ask for your password again.
      </ConfirmDialog>
    </Card>
  );
}

function Device({ session: { device, userAgent, current } }: { session: Session }) {
  const phone = /iPhone|Android|Mobile/.test(userAgent);
  return (
    <Group wrap="nowrap" gap="sm">
      <ThemeIcon variant="light" color="gray" size={34} radius="md" aria-hidden>
        {phone ? <IconDeviceMobile size={18} /> : <IconDeviceDesktop size={18} />}
      </ThemeIcon>
      <Group gap="4px 8px">
        <Text size="sm" fw={550}>
          {device}
        </Text>
        {current && <Badge color="green">This session</Badge>}
      </Group>
    </Group>
  );
}

function EndSession({ session }: { session: Session }) {
  const revoke = useAct('revokeSession', { invalidates: ['listSessions'], success: 'Session ended.' });
  return (
    <RowButton
      label="End"
      fullLabel={`End the session of ${session.device}, ${session.ipAddress}`}
      icon={IconLogout}
      loading={revoke.isPending}
      onClick={() => revoke.mutate({ params: { id: session.id } })}
    />
  );
}
