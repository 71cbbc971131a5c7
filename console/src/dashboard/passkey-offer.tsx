import { Alert, Group, Stack, Text } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import { AddPasskey } from '../account/add-passkey.tsx';
import { useT } from '../language/texts.ts';
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
  const t = useT();
  return (
    <Alert
      icon={<IconFingerprint size={18} />}
      title={t('dashboard.passkeyOffer')}
      withCloseButton
      closeButtonLabel={t('dashboard.passkeyOfferNotNow')}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{t('dashboard.passkeyOfferText')}</Text>
        <Group>
          <AddPasskey size="xs" />
        </Group>
      </Stack>
    </Alert>
  );
}
