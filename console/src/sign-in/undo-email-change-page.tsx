import type { Output } from '@latchkey/sdk';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api, events, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { DeadLink } from './dead-link.tsx';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { useToken } from './use-token.ts';

type Outcomes = Output<'undoEmailChange'>['outcome'];

function Dead() {
  const t = useT();
  return <DeadLink action={<Text>{t('undo.dead')}</Text>} />;
}

/** Asks first: it may sign everyone out, and merely opening a link must not do that. */
function UndoForm({ token, onDone }: { token: string; onDone: (outcome: Outcomes) => void }) {
  const t = useT();
  const form = useApiForm({ initialValues: {} });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(async () => {
    const { outcome } = await api.undoEmailChange({ body: { token } });
    events.forget();
    onDone(outcome);
  });
  if (isCode(form.failure, 'TOKEN_INVALID')) return <Dead />;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text>{t('undo.asked')}</Text>
        <Text c="dimmed">{t('undo.consequences')}</Text>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting} disabled={secondsLeft > 0}>
          {t('undo.action')}
        </Button>
      </Stack>
    </form>
  );
}

export function UndoEmailChangePage() {
  const t = useT();
  const token = useToken();
  const [outcome, setOutcome] = useState<Outcomes>();
  if (outcome)
    return (
      <SignInLayout title={t(`undo.${outcome}Title`)}>
        {outcome === 'restored' ? <Restored /> : <Kept canceled={outcome === 'canceled'} />}
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={t('undo.title')}
      footer={<AnchorLink to="/login">{t('action.backToSignIn')}</AnchorLink>}
    >
      {token ? <UndoForm token={token} onDone={setOutcome} /> : <Dead />}
    </SignInLayout>
  );
}

/** No session ended: the person who asked for the change may still be signed in. */
function Kept({ canceled }: { canceled: boolean }) {
  const t = useT();
  return (
    <Outcome kind="done" action={<ButtonLink to="/profile/security">{t('undo.review')}</ButtonLink>}>
      {t(canceled ? 'undo.canceled' : 'undo.nothing')}
    </Outcome>
  );
}

function Restored() {
  const t = useT();
  return (
    <Outcome kind="mailed" action={<ButtonLink to="/forgot-password">{t('undo.noEmail')}</ButtonLink>}>
      {t('undo.restored')}
    </Outcome>
  );
}
