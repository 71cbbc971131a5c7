import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { AddPasskey } from '../account/add-passkey.tsx';
import { useMe } from '../shell/me.ts';
import { passkeyOffer } from '../ui/passkey-offer.ts';
import { passkeysWork } from '../ui/passkeys.ts';

/** Whether to offer a passkey now: once, after a sign-in with a password, to someone who has none. */
export function usePasskeyOffer(passkeys: readonly unknown[] | undefined): boolean {
  const { user, impersonating } = useMe();
  const [due] = useState(() => !impersonating && passkeysWork() && passkeyOffer.take(user.id));
  return due && passkeys?.length === 0;
}

export function PasskeyOffer({ onClose }: { onClose: () => void }) {
  return (
    <Alert
      icon={<IconFingerprint size={18} />}
      title="Skip the password next time"
      withCloseButton
      closeButtonLabel="Not now"
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">
          Add a passkey, and sign in with your fingerprint, your face or your screen lock.
        </Text>
        <Group>
          <AddPasskey size="xs" />
        </Group>
      </Stack>
    </Alert>
  );
}
