import type { Output } from '@latchkey/sdk';
import { Badge, Button, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, useAct } from '../api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNote } from '../ui/error-note.tsx';
import { RowsSkeleton } from '../ui/list-parts.tsx';
import { When } from '../ui/when.tsx';

type Session = Output<'listSessions'>['sessions'][number];

export function SessionsCard() {
  const sessions = useQuery(ask('listSessions'));
  const [asking, setAsking] = useState(false);
  const revokeOthers = useAct('revokeOtherSessions', {
    invalidates: ['listSessions'],
    success: 'You are signed out everywhere else.',
    onSuccess: () => setAsking(false),
  });
  const others = sessions.data?.sessions.filter(({ current }) => !current) ?? [];
  return (
    <Card component="section" aria-labelledby="sessions">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <Stack gap={4}>
            <Title order={2} id="sessions">
              Sessions
            </Title>
            <Text size="sm" c="dimmed">
              Where you are signed in. End what you do not know, and change your password.
            </Text>
          </Stack>
          {others.length > 0 && (
            <Button variant="default" onClick={() => setAsking(true)}>
              Sign out everywhere else
            </Button>
          )}
        </Group>
        {sessions.isPending && <RowsSkeleton rows={2} height={52} />}
        <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />
        {sessions.data?.sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </Stack>
      <ConfirmDialog
        opened={asking}
        title="Sign out everywhere else?"
        confirmLabel="Sign out everywhere else"
        pending={revokeOthers.isPending}
        onConfirm={() => revokeOthers.mutate({})}
        onClose={() => setAsking(false)}
      >
        {others.length === 1 ? 'One other session ends' : `${others.length} other sessions end`} at once, and
        so does being remembered there.
      </ConfirmDialog>
    </Card>
  );
}

function SessionRow({ session }: { session: Session }) {
  const revoke = useAct('revokeSession', { invalidates: ['listSessions'], success: 'The session is ended.' });
  const phone = /iPhone|Android|Mobile/.test(session.userAgent);
  return (
    <Group wrap="nowrap" gap="md">
      <ThemeIcon variant="light" color="gray" size={40} radius="md" aria-hidden>
        {phone ? <IconDeviceMobile size={20} /> : <IconDeviceDesktop size={20} />}
      </ThemeIcon>
      <Stack gap={0} flex={1} miw={0}>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            {session.device}
          </Text>
          {session.current && <Badge color="green">This one</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          {session.ipAddress} · seen <When at={session.lastSeenAt} />
        </Text>
      </Stack>
      {!session.current && (
        <Button
          variant="default"
          size="xs"
          loading={revoke.isPending}
          aria-label={`End the session of ${session.device}, ${session.ipAddress}`}
          onClick={() => revoke.mutate({ params: { id: session.id } })}
        >
          End
        </Button>
      )}
    </Group>
  );
}
