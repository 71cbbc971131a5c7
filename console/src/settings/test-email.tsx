import type { EmailEntry } from '@latchkey/contract';
import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useAct } from '../api.ts';
import { useT } from '../language/texts.ts';
import { useMe } from '../shell/me.ts';

/** Sends one to the person's own address, and follows it until it left or failed. */
export function TestEmail(look: Pick<ButtonProps, 'size' | 'variant'>) {
  const t = useT();
  const { user, permissions, impersonating } = useMe();
  const send = useAct('sendTestEmail');
  const id = send.data?.emailId;
  const isThis = (email: EmailEntry) => email.id === id;
  const log = useQuery({
    ...ask('listEmails', { query: { to: user.email } }),
    enabled: id !== undefined && permissions.includes('emails:read'),
    refetchInterval: ({ state }) =>
      state.data?.emails.some((email) => isThis(email) && email.status !== 'PENDING') ? false : 1000,
  });
  const sent = log.data?.emails.find(isThis);
  return (
    <Group gap={id === undefined ? 0 : 'sm'}>
      <Text size="sm" role="status" maw={360}>
        {id !== undefined &&
          t(`settings.testEmail.${sent?.status ?? 'PENDING'}`, {
            email: user.email,
            error: sent?.lastError ?? '',
          })}
      </Text>
      <Button
        {...look}
        loading={send.isPending}
        disabled={impersonating !== null}
        onClick={() => send.mutate({})}
      >
        {t('settings.testEmail')}
      </Button>
    </Group>
  );
}
