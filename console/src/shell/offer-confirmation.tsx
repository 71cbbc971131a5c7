import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { api, ask, queryClient } from '../api.ts';
import { t } from '../language/texts.ts';
import { toast } from '../ui/toast.ts';
import { ConfirmEverywhere } from './confirm-everywhere.tsx';
import { navigationFor } from './navigation-for.ts';

/** Says what was done. Where processes answer from memory, it can be confirmed that all of them know. */
export async function offerConfirmation(message: string): Promise<void> {
  const me = queryClient.getQueryData(ask('me').queryKey);
  const mayConfirm = me !== undefined && navigationFor(me).checks;
  const known = mayConfirm ? await api.listCheckSubscribers().catch(() => undefined) : undefined;
  if (!known || known.subscribers.length === 0) {
    toast(message, 'success');
    return;
  }
  notifications.show({
    message: (
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        <Text size="sm" c="dimmed">
          {t('checks.offer')}
        </Text>
        <ConfirmEverywhere />
      </Stack>
    ),
    color: 'green',
    withBorder: true,
    closeButtonProps: { 'aria-label': t('toast.dismiss') },
    autoClose: false,
  });
}
