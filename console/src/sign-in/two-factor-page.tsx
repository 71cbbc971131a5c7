import type { FactorMethod } from '@latchkey/contract';
import { finishWithPasskey, type Output } from '@latchkey/sdk';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { passkeyObstacle, passkeysWork } from '../ui/passkeys.ts';
import { CodeStep } from './code-step.tsx';
import { ExpiredSignIn } from './expired-sign-in.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { PasskeyStep } from './passkey-step.tsx';
import { RefusalNote, useWait } from './refusal-note.tsx';
import { onward } from './return-address.ts';
import { useToken } from './use-token.ts';

const route = getRouteApi('/auth/two-factor');

type Answer = Output<'validateTwoFactor'>;

function BackupCodeStep({ send }: { send: (code: string) => Promise<unknown> }) {
  const t = useT();
  const form = useApiForm({ initialValues: { code: '' } });
  const secondsLeft = useWait(form.failure);
  const submit = form.submit(({ code }) => send(code));
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label={t('twoFactor.backupCode')}
          placeholder="XXXX-XXXX"
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('code')}
        />
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} />
        <Button type="submit" loading={form.submitting}>
          {t('action.continue')}
        </Button>
      </Stack>
    </form>
  );
}

const labels = {
  passkey: 'passkey.useYours',
  totp: 'twoFactor.use.totp',
  backup_code: 'twoFactor.use.backup_code',
} as const;

export function TwoFactorPage() {
  const t = useT();
  const token = useToken();
  const { returnTo } = route.useSearch();
  const finish = useFinishSignIn(returnTo);
  const factors = useFactors(token);
  const [chosen, setChosen] = useState<FactorMethod>();
  const [answer, setAnswer] = useState<Answer>();
  if (answer?.warnings) return <FewCodesLeft answer={answer} onContinue={() => void finish(answer)} />;
  if (!token || factors === 'expired') return <ExpiredSignIn returnTo={returnTo} />;
  const done = (given: Answer) => {
    if (given.warnings) setAnswer(given);
    else void finish(given);
  };
  const sendCode = async (code: string) =>
    done(await api.validateTwoFactor({ body: { pendingToken: token, code } }));
  const sendPasskey = async () => {
    const { passkeyOptions = factors?.passkeyOptions } = await api.prepareTwoFactor({
      body: { pendingToken: token },
    });
    if (passkeyOptions) done(await finishWithPasskey(api, { pendingToken: token, passkeyOptions }));
  };
  const methods = methodsHere(factors?.methods);
  const method = chosen ?? methods[0] ?? 'totp';
  return (
    <SignInLayout
      title={t('twoFactor.title')}
      description={t(`twoFactor.by.${method}`)}
      footer={
        <AnchorLink to="/login" search={onward(returnTo)}>
          {t('action.startOver')}
        </AnchorLink>
      }
    >
      {method === 'passkey' && <PasskeyStep send={sendPasskey} />}
      {method === 'totp' && <CodeStep send={sendCode} />}
      {method === 'backup_code' && <BackupCodeStep send={sendCode} />}
      {factors?.methods.includes('passkey') && (
        <Text size="sm" c="dimmed">
          {passkeyObstacle()}
        </Text>
      )}
      <Stack gap="xs">
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor
              key={other}
              component="button"
              type="button"
              size="sm"
              ta="left"
              onClick={() => setChosen(other)}
            >
              {t(labels[other])}
            </Anchor>
          ))}
      </Stack>
    </SignInLayout>
  );
}

type Factors = Output<'prepareTwoFactor'>;

/** The ways to finish the sign-in: from the previous step or, after a provider, from the service. */
function useFactors(token: string | undefined): Factors | 'expired' | undefined {
  const told = useLocation({ select: ({ state }) => state.factors });
  const [asked, setAsked] = useState<Factors | 'expired'>();
  const isTold = told !== undefined;
  useEffect(() => {
    if (isTold || !token) return;
    api.prepareTwoFactor({ body: { pendingToken: token } }).then(setAsked, (error: unknown) => {
      if (isCode(error, 'PENDING_TOKEN_INVALID')) setAsked('expired');
    });
  }, [isTold, token]);
  return told ?? asked;
}

/** Easiest first. Until the service responds, a code can be typed. */
function methodsHere(methods: FactorMethod[] = ['totp', 'backup_code']): FactorMethod[] {
  const order: FactorMethod[] = passkeysWork() ? ['passkey', 'totp', 'backup_code'] : ['totp', 'backup_code'];
  return order.filter((method) => methods.includes(method));
}

function FewCodesLeft({ answer, onContinue }: { answer: Answer; onContinue: () => void }) {
  const t = useT();
  const left = answer.warnings?.remainingBackupCodes ?? 0;
  const action = (
    <Stack gap="sm">
      <ButtonLink to="/profile/security">{t('twoFactor.newCodes')}</ButtonLink>
      <Button variant="default" onClick={onContinue}>
        {t('twoFactor.later')}
      </Button>
    </Stack>
  );
  return (
    <SignInLayout title={t('twoFactor.done')}>
      <Outcome kind="done" action={action}>
        {t('twoFactor.left', { left })}
      </Outcome>
    </SignInLayout>
  );
}
