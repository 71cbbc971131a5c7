import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, isCode } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

const dead = (
  <DeadLink
    action={
      <Text>
        If you already kept the account, sign in. If its time was up, it is deleted and can't be restored.
      </Text>
    }
  />
);

/** Asks first: merely opening a link must not bring an account back. */
function KeepForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    const { message } = await api.cancelDeletion({ body: { token } });
    onDone(message);
  });
  if (isCode(form.failure, 'TOKEN_INVALID')) return dead;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>Your account is about to be deleted. You can keep it, with everything that belongs to it.</Text>
        <Text c="dimmed">
          If you didn't ask to delete it, keep it now. Then choose a new password, because someone was signed
          in to your account.
        </Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          Keep my account
        </Button>
      </Stack>
    </form>
  );
}

export function CancelDeletionPage() {
  const token = useToken();
  const [message, setMessage] = useState<string>();
  if (message)
    return (
      <SignInLayout title="Your account stays">
        <Outcome kind="done" action={<ButtonLink to="/login">Sign in</ButtonLink>}>
          {message}
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout title="Keep your account" footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}>
      {token ? <KeepForm token={token} onDone={setMessage} /> : dead}
    </SignInLayout>
  );
}
