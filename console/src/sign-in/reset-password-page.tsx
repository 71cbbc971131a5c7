import { Button, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
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
  const t = useT();
  const form = useApiForm({ initialValues: { password: '', confirmPassword: '' } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async (values) => {
    await api.resetPassword({ body: { token, ...values } });
    onDone();
  });
  if (isCode(form.failure, 'TOKEN_INVALID'))
    return <DeadLink action={<ButtonLink to="/forgot-password">{t('action.getNewLink')}</ButtonLink>} />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NewPassword
          label={t('field.newPassword')}
          {...form.getInputProps('password')}
          value={form.values.password}
        />
        <PasswordInput
          label={t('resetPassword.repeat')}
          autoComplete="new-password"
          {...form.getInputProps('confirmPassword')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('resetPassword.action')}
        </Button>
        <ReclaimNote act="password" />
      </Stack>
    </form>
  );
}

export function ResetPasswordPage() {
  const t = useT();
  const token = useToken();
  const [done, setDone] = useState(false);
  if (done)
    return (
      <SignInLayout title={t('resetPassword.doneTitle')}>
        <Outcome kind="done" action={<ButtonLink to="/login">{t('action.signIn')}</ButtonLink>}>
          {t('resetPassword.done')}
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={t('resetPassword.title')}
      footer={<AnchorLink to="/login">{t('action.backToSignIn')}</AnchorLink>}
    >
      {token ? (
        <ResetForm token={token} onDone={() => setDone(true)} />
      ) : (
        <DeadLink action={<ButtonLink to="/forgot-password">{t('action.getNewLink')}</ButtonLink>} />
      )}
    </SignInLayout>
  );
}
