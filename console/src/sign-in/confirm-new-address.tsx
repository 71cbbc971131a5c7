import { Button, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api, events, isCode } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { ButtonLink } from '../ui/link.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import type { Me } from './use-verification-link.ts';

type Props = { token: string; me: Me; onOtherAccount: () => void };

/** A change of address waits for a click: the person sees what changes before it does. */
export function ConfirmNewAddress({ token, me, onOtherAccount }: Props) {
  const [moved, setMoved] = useState<string>();
  if (moved !== undefined)
    return (
      <SignInLayout title="Your email is changed">
        <Outcome kind="done" action={<ButtonLink to="/">Continue</ButtonLink>}>
          From now on, you sign in with <b>{moved}</b>.
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout title="Confirm your new email">
      <MoveForm token={token} me={me} onMoved={setMoved} onOtherAccount={onOtherAccount} />
    </SignInLayout>
  );
}

function MoveForm({ token, me, onMoved, onOtherAccount }: Props & { onMoved: (email: string) => void }) {
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    const { user } = await api.verifyEmail({ body: { token } }).catch((error: unknown) => {
      if (isCode(error, 'SIGN_IN_TO_VERIFY')) onOtherAccount();
      throw error;
    });
    events.forget();
    onMoved(user.email);
  });
  if (isCode(form.failure, 'TOKEN_INVALID'))
    return <DeadLink action={<ButtonLink to="/profile">Get a new link in your profile</ButtonLink>} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Table variant="vertical" withTableBorder>
          <Table.Tbody>
            <Table.Tr>
              <Table.Th w={80}>Now</Table.Th>
              <Table.Td>{me.user.email}</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th>New</Table.Th>
              <Table.Td fw={600}>{me.pendingEmail}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
        <Text c="dimmed">You'll sign in with the new address. You stay signed in here.</Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          Change my email
        </Button>
        <ButtonLink to="/profile" variant="default">
          Not now
        </ButtonLink>
      </Stack>
    </form>
  );
}
