import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { events, useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { isCode, messageOf } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { formatDay } from '../ui/dates.ts';

/** Hands a downloaded file to the browser. */
function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

export function YourDataCard() {
  const t = useT();
  const download = useAct('exportProfile', {
    success: t('account.export.done'),
    onSuccess: (content) =>
      saveFile(content, `latchkey-export-${new Date().toISOString().slice(0, 10)}.json`),
  });
  return (
    <Card component="section" aria-labelledby="your-data">
      <Group gap="lg">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="your-data">
            {t('account.export.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('account.export.text')}
          </Text>
        </Stack>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate({})}>
          {t('account.export.action')}
        </Button>
      </Group>
    </Card>
  );
}

/** Only the service knows whether a directory manages the account: it says so when it is asked. */
export function DeleteAccountCard() {
  const t = useT();
  const { user } = useMe();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [whyNot, setWhyNot] = useState<string>();
  const refused = (error: unknown) => {
    if (!isCode(error, 'DIRECTORY_MANAGED')) return;
    setWhyNot(messageOf(error));
    setAsking(false);
  };
  if (branding.accountDeletion === false) return null;
  return (
    <Card component="section" aria-labelledby="delete-account">
      <Group gap="lg">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="delete-account">
            {t('account.delete.action')}
          </Title>
          <Text size="sm" role="status" {...(!whyNot && { c: 'dimmed' })}>
            {whyNot ?? t('account.delete.text')}
          </Text>
        </Stack>
        {!whyNot && (
          <Button color="red" variant="light" onClick={() => setAsking(true)}>
            {t('account.delete.action')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('account.delete.question')}
        confirmLabel={t('account.delete.action')}
        typed={user.email}
        act="requestDeletion"
        input={{}}
        invalidates={[]}
        success={({ deletion }) => t('account.delete.done', { day: formatDay(deletion.scheduledFor) })}
        onDone={({ deletion }) => {
          const note = t('account.delete.done', { day: formatDay(deletion.scheduledFor) });
          return navigate({ to: '/signed-out', state: { note } }).then(events.forget);
        }}
        onRefused={refused}
      >
        {t('account.delete.warning')}
      </ConfirmDialog>
    </Card>
  );
}
