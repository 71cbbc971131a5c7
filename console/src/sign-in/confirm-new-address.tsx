import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api, events, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import type { Me } from './use-verification-link.ts';

type Props = { token: string; me: Me; onOtherAccount: () => void; onUnproven: () => void };

/** A change of address waits for a click: the person sees what changes before it does. */
export function ConfirmNewAddress({ token, me, onOtherAccount, onUnproven }: Props) {
  const t = useT();
  const [moved, setMoved] = useState<string>();
  if (moved !== undefined)
    return (
      <SignInLayout title={t('confirmAddress.doneTitle')}>
        <Outcome kind="done" action={<ButtonLink to="/">{t('action.continue')}</ButtonLink>}>
          {t.rich('confirmAddress.done', { email: <Unbroken text={moved} /> })}
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout title={t('confirmAddress.title')}>
      <MoveForm
        token={token}
        me={me}
        onMoved={setMoved}
        onOtherAccount={onOtherAccount}
        onUnproven={onUnproven}
      />
    </SignInLayout>
  );
}

type MoveProps = Props & { onMoved: (email: string) => void };

function MoveForm({ token, me, onMoved, onOtherAccount, onUnproven }: MoveProps) {
  const t = useT();
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    const { user } = await api.verifyEmail({ body: { token } }).catch((error: unknown) => {
      if (isCode(error, 'SIGN_IN_TO_VERIFY')) onOtherAccount();
      if (isCode(error, 'REAUTHENTICATION_REQUIRED')) onUnproven();
      throw error;
    });
    events.forget();
    onMoved(user.email);
  });
  if (isCode(form.failure, 'TOKEN_INVALID'))
    return <DeadLink action={<ButtonLink to="/profile">{t('action.newLinkInProfile')}</ButtonLink>} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Table variant="vertical" withTableBorder>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th w={80}>{t('confirmAddress.now')}</Table.Th>
              <Table.Td>{me.user.email}</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th>{t('confirmAddress.new')}</Table.Th>
              <Table.Td fw={600}>{me.pendingEmail}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
        <Text c="dimmed">{t('confirmAddress.note')}</Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('confirmAddress.action')}
        </Button>
        <ButtonLink to="/profile" variant="default">
          {t('confirmAddress.notNow')}
        </ButtonLink>
      </Stack>
    </form>
  );
}
