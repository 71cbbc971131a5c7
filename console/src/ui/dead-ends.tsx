import { Button, Center, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ButtonLink } from './link.tsx';
import { usePageTitle } from './page-title.ts';

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
  const t = useT();
  return (
    <DeadEnd title={t('notFound.title')} actions={<ButtonLink to="/">{t('action.toDashboard')}</ButtonLink>}>
      {t('notFound.text')}
    </DeadEnd>
  );
}

export function FailurePage({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  const actions = (
    <>
      <Button onClick={onRetry}>{t('action.tryAgain')}</Button>
      <Button variant="default" onClick={() => window.location.assign('/')}>
        {t('action.toDashboard')}
      </Button>
    </>
  );
  return (
    <DeadEnd title={t('failure.title')} actions={actions}>
      {messageOf(error)}
    </DeadEnd>
  );
}

/** Shown when a page takes more than a second to load. */
export function Waiting() {
  const t = useT();
  return (
    <Center mih="70vh">
      <Loader aria-label={t('waiting.label')} />
    </Center>
  );
}
