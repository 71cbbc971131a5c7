import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { events, useAct } from '../api.ts';
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

export function DeleteAccountCard() {
  const t = useT();
  const { user } = useMe();
  const [asking, setAsking] = useState(false);
  return (
    <Card component="section" aria-labelledby="delete-account">
      <Group gap="lg">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="delete-account">
            {t('account.delete.action')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('account.delete.text')}
          </Text>
        </Stack>
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          {t('account.delete.action')}
        </Button>
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
        onDone={() => events.signedOut()}
      >
        {t('account.delete.warning')}
      </ConfirmDialog>
    </Card>
  );
}
