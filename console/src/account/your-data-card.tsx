import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { events, useAct } from '../api.ts';
import { branding } from '../branding.ts';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

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
  const download = useAct('exportProfile', {
    success: 'Your data is downloaded.',
    onSuccess: (content) =>
      saveFile(content, `latchkey-export-${new Date().toISOString().slice(0, 10)}.json`),
  });
  return (
    <Card component="section" aria-labelledby="your-data">
      <Group gap="lg">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="your-data">
            Your data
          </Title>
          <Text size="sm" c="dimmed">
            Download everything about your account as a JSON file: your profile, sessions, keys, emails and
            what was recorded. It contains no passwords or other secrets.
          </Text>
        </Stack>
        <Button variant="default" loading={download.isPending} onClick={() => download.mutate({})}>
          Download
        </Button>
      </Group>
    </Card>
  );
}

export function DeleteAccountCard() {
  const { user } = useMe();
  const [asking, setAsking] = useState(false);
  if (branding.accountDeletion === false) return null;
  return (
    <Card component="section" aria-labelledby="delete-account">
      <Group gap="lg">
        <Stack gap={4} flex={1} miw={220}>
          <Title order={2} id="delete-account">
            Delete account
          </Title>
          <Text size="sm" c="dimmed">
            Your account is deactivated right away and deleted later. We email you a link to keep it until
            then. If your organization's directory manages your account, only the people who run the directory
            can remove it.
          </Text>
        </Stack>
        <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </Group>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title="Delete your account?"
        confirmLabel="Delete account"
        typed={user.email}
        act="requestDeletion"
        input={{}}
        invalidates={[]}
        success={({ deletion }) =>
          `Your account will be deleted on ${new Date(deletion.scheduledFor).toLocaleDateString()}.`
        }
        onDone={() => events.signedOut()}
      >
        You are signed out everywhere, and your API keys stop working right away. When the account is deleted,
        everything about it goes: your profile, passkeys, keys, invitations and every organization that has no
        other member. The record of what was done stays, without your name. You can keep the account with the
        link that we email you. Once it is deleted, that can't be undone.
      </ConfirmDialog>
    </Card>
  );
}
