import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../client.ts';
import { ButtonLink } from './link.tsx';
import { usePageTitle } from './page.tsx';

type Props = { title: string; children: ReactNode; actions: ReactNode };

function DeadEnd({ title, children, actions }: Props) {
  const heading = usePageTitle(title);
  return (
    <Center mih="70vh" p="lg">
      <Stack align="center" gap="xs" ta="center" maw={460}>
        <Title order={1} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Text c="dimmed">{children}</Text>
        <Group mt="md" justify="center">
          {actions}
        </Group>
      </Stack>
    </Center>
  );
}

export function NotFoundPage() {
  return (
    <DeadEnd title="Page not found" actions={<ButtonLink to="/">Go to the dashboard</ButtonLink>}>
      Check the address, or start from the dashboard.
    </DeadEnd>
  );
}

export function FailurePage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const actions = (
    <>
      <Button onClick={onRetry}>Try again</Button>
      <Button variant="default" onClick={() => window.location.assign('/')}>
        Go to the dashboard
      </Button>
    </>
  );
  return (
    <DeadEnd title="This page didn't load" actions={actions}>
      {messageOf(error)}
    </DeadEnd>
  );
}

/** Shown when a page takes more than a second to load. */
export function Waiting() {
  return (
    <Center mih="70vh">
      <Loader aria-label="Loading" />
    </Center>
  );
}
