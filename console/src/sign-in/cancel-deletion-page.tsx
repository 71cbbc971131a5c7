import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

function Dead() {
  const t = useT();
  return <DeadLink action={<Text>{t('cancelDeletion.dead')}</Text>} />;
}

/** Asks first: merely opening a link must not bring an account back. */
function KeepForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const t = useT();
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    const { message } = await api.cancelDeletion({ body: { token } });
    onDone(message);
  });
  if (isCode(form.failure, 'TOKEN_INVALID')) return <Dead />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('cancelDeletion.about')}</Text>
        <Text c="dimmed">{t('cancelDeletion.unasked')}</Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('cancelDeletion.action')}
        </Button>
      </Stack>
    </form>
  );
}

export function CancelDeletionPage() {
  const t = useT();
  const token = useToken();
  const [message, setMessage] = useState<string>();
  if (message)
    return (
      <SignInLayout title={t('cancelDeletion.doneTitle')}>
        <Outcome kind="done" action={<ButtonLink to="/login">{t('action.signIn')}</ButtonLink>}>
          {message}
        </Outcome>
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={t('cancelDeletion.title')}
      footer={<AnchorLink to="/login">{t('action.backToSignIn')}</AnchorLink>}
    >
      {token ? <KeepForm token={token} onDone={setMessage} /> : <Dead />}
    </SignInLayout>
  );
}
