import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, events, isCode } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

const dead = (
  <DeadLink
    action={<Text>If your account still has the wrong address, ask your administrator for help.</Text>}
  />
);

/** Asks first: it signs everyone out, and merely opening a link must not do that. */
function UndoForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    await api.undoEmailChange({ body: { token } });
    events.forget();
    onDone();
  });
  if (isCode(form.failure, 'TOKEN_INVALID')) return dead;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          Your account's email address was changed. If that wasn't you, you can restore your old address.
        </Text>
        <Text c="dimmed">
          This signs everyone out and removes the API keys, linked providers, passkeys and two-factor
          authentication that were added since. We'll email you a link to choose a new password.
        </Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          Restore my old address
        </Button>
      </Stack>
    </form>
  );
}

export function UndoEmailChangePage() {
  const token = useToken();
  const [done, setDone] = useState(false);
  if (done)
    return (
      <SignInLayout title="Your old address is restored">
        <Outcome kind="mailed" action={<ButtonLink to="/login">Sign in</ButtonLink>}>
          Everyone was signed out. Check your email for a link to choose a new password, then review your API
          keys and linked accounts.
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout title="Undo the email change" footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}>
      {token ? <UndoForm token={token} onDone={() => setDone(true)} /> : dead}
    </SignInLayout>
  );
}
