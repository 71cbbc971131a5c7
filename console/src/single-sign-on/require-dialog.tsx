import type { Connection } from '@latchkey/contract';
import { Alert, Code, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconLifebuoy } from '@tabler/icons-react';
import { useMe } from '../shell/me.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

type Props = { connection: Connection; opened: boolean; onClose: () => void };

/** Says whom it binds, what ends, and the ways back, before it is required. */
export function RequireDialog({ connection, opened, onClose }: Props) {
  const { id, name, domains } = connection;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Require single sign-on?"
      confirmLabel="Require it"
      act="updateConnection"
      input={{ params: { id }, body: { required: true } }}
      invalidates={['listConnections']}
      success="Single sign-on is required."
    >
      <Stack gap="md">
        <Text size="sm">
          Members with an address in <b>{domains.join(', ')}</b>, and members linked to <b>{name}</b>, can
          then sign in only with it.
        </Text>
        <List size="sm" spacing={6}>
          <List.Item>Their other sessions end at the next request. The one you use now goes on.</List.Item>
          <List.Item>
            Passwords, passkeys, emailed codes and other providers no longer sign them in.
          </List.Item>
          <List.Item>
            Their own API keys work for 30 days after each sign-in here. Keys of the organization stay.
          </List.Item>
          <List.Item>People with other addresses sign in as before.</List.Item>
        </List>
        <WaysBack owners={connection.breakGlassOwners} />
        <Text size="sm" c="dimmed">
          You need a test of your own that passed in the last 24 hours, and a session that began with
          two-factor, a passkey or this identity provider.
        </Text>
      </Stack>
    </ConfirmDialog>
  );
}

function WaysBack({ owners }: { owners: number }) {
  const slug = useMe().organization?.slug;
  if (owners === 0)
    return (
      <Alert color="red" icon={<IconAlertTriangle size={18} />} title="No way back yet">
        If your identity provider fails, no one could get in. Have an owner turn on two-factor for their
        password, or add a passkey, first.
      </Alert>
    );
  return (
    <Alert color="blue" icon={<IconLifebuoy size={18} />} title="If your identity provider fails">
      <Text size="sm">
        {owners === 1 ? '1 owner' : `${owners} owners`} can still sign in with a password and two-factor, or
        with a passkey. The other owners are told by email.
      </Text>
      <Text size="sm" mt={4}>
        As a last resort, the operator of this service runs:
      </Text>
      <Code block mt={4} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
        latchkey sso release --organization {slug}
      </Code>
    </Alert>
  );
}
