import type { Output } from '@latchkey/sdk';
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

type Outcomes = Output<'undoEmailChange'>['outcome'];

const dead = (
  <DeadLink
    action={
      <Text>
        An address that was never verified can't be restored. If your account still has the wrong address, ask
        your administrator for help.
      </Text>
    }
  />
);

/** Asks first: it may sign everyone out, and merely opening a link must not do that. */
function UndoForm({ token, onDone }: { token: string; onDone: (outcome: Outcomes) => void }) {
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    const { outcome } = await api.undoEmailChange({ body: { token } });
    events.forget();
    onDone(outcome);
  });
  if (isCode(form.failure, 'TOKEN_INVALID')) return dead;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>
          Someone asked to change your account's email address. If that wasn't you, you can keep the one you
          had.
        </Text>
        <Text c="dimmed">
          If the new address isn't confirmed yet, this cancels the change. If it is, this restores your old
          address, signs everyone out and removes the API keys, passkeys, linked providers, two-factor
          authentication and password that were added since. We'll email you a link to choose a new password.
        </Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          Keep my old address
        </Button>
      </Stack>
    </form>
  );
}

const titles: Record<Outcomes, string> = {
  canceled: 'The change is canceled',
  restored: 'Your old address is restored',
  nothing: 'There was nothing to undo',
};

export function UndoEmailChangePage() {
  const token = useToken();
  const [outcome, setOutcome] = useState<Outcomes>();
  if (outcome)
    return (
      <SignInLayout title={titles[outcome]}>
        {outcome === 'restored' ? <Restored /> : <Kept canceled={outcome === 'canceled'} />}
      </SignInLayout>
    );
  return (
    <SignInLayout title="Undo the email change" footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}>
      {token ? <UndoForm token={token} onDone={setOutcome} /> : dead}
    </SignInLayout>
  );
}

/** No session ended: the person who asked for the change may still be signed in. */
function Kept({ canceled }: { canceled: boolean }) {
  return (
    <Outcome kind="done" action={<ButtonLink to="/profile/security">Review account security</ButtonLink>}>
      {canceled
        ? 'Your account keeps this address, and no one was signed out.'
        : 'This change had already expired or been canceled or replaced, so there was nothing to undo.'}{' '}
      If you didn't ask for it, someone else may be signed in: change your password and end your other
      sessions.
    </Outcome>
  );
}

function Restored() {
  return (
    <Outcome kind="mailed" action={<ButtonLink to="/forgot-password">Didn't get the email?</ButtonLink>}>
      Everyone was signed out, and what was added since the request is removed. Check your email for a link to
      choose a new password, then sign in.
    </Outcome>
  );
}
