import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, isCode } from '../client.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { NewPassword } from '../ui/new-password.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { ReclaimNote } from './reclaim-note.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const form = useApiForm({ initialValues: { password: '', confirmPassword: '' } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (values) => {
    await api.resetPassword({ body: { token, ...values } });
    onDone();
  });
  if (isCode(form.failure, 'TOKEN_INVALID'))
    return <DeadLink action={<ButtonLink to="/forgot-password">Get a new link</ButtonLink>} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NewPassword label="New password" {...form.getInputProps('password')} value={form.values.password} />
        <PasswordInput
          label="Repeat new password"
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          Set password
        </Button>
        <ReclaimNote act="Setting a password" />
      </Stack>
    </form>
  );
}

export function ResetPasswordPage() {
  const token = useToken();
  const [done, setDone] = useState(false);
  if (done)
    return (
      <SignInLayout title="Your password is set">
        <Outcome kind="done" action={<ButtonLink to="/login">Sign in</ButtonLink>}>
          We signed you out everywhere. Sign in with your new password.
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout title="Set a new password" footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}>
      {token ? (
        <ResetForm token={token} onDone={() => setDone(true)} />
      ) : (
        <DeadLink action={<ButtonLink to="/forgot-password">Get a new link</ButtonLink>} />
      )}
    </SignInLayout>
  );
}
