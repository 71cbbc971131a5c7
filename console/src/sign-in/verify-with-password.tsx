import type { Output } from '@latchkey/sdk';
import { Button, Divider, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { api, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { useApiForm } from '../ui/api-form.ts';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { passkeyOffer } from '../ui/passkey-offer.ts';
import { Unbroken } from '../ui/unbroken.tsx';
import { DeadLink } from './dead-link.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { tryUpgrade } from './passkey-upgrade.ts';
import { RefusalNote, useWait } from './refusal-note.tsx';

type Login = Output<'login'>;
type Props = { token: string; address: string };
/** `login` undefined: they have to sign in themselves. */
type Done = { email: string; login: Login | undefined };

/** For a browser without a session: the password verifies the address and signs in. */
export function VerifyWithPassword({ token, address }: Props) {
  const t = useT();
  const finish = useFinishSignIn(undefined);
  const [done, setDone] = useState<Done>();
  const verify = async (password: string) => {
    const { user } = await api.verifyEmail({ body: { token, password } });
    const { email } = user;
    // The address of an email change becomes the account's only now, so the sign-in comes second.
    const login = await api.login({ body: { email, password } }).catch(() => undefined);
    if (login) {
      passkeyOffer.earn();
      await tryUpgrade(login);
    }
    // The second factor is still missing, and its page goes on from there.
    if (login && 'pendingToken' in login) await finish(login);
    else setDone({ email, login });
  };
  if (done) return <Verified done={done} onContinue={finish} />;
  return (
    <SignInLayout
      title={t('verify.title')}
      description={t('verify.password')}
      footer={t.rich('verify.unasked', {
        link: (
          <AnchorLink to="/forgot-password" search={{ email: address }}>
            {t('verify.reset')}
          </AnchorLink>
        ),
      })}
    >
      <PasswordForm address={address} send={verify} />
      <Divider label={t('provider.or')} />
      <ButtonLink to="/login" search={{ returnTo: `/verify-email?token=${token}` }} variant="default">
        {t('verify.another')}
      </ButtonLink>
    </SignInLayout>
  );
}

function PasswordForm({ address, send }: { address: string; send: (password: string) => Promise<void> }) {
  const t = useT();
  const form = useApiForm({ initialValues: { password: '' } });
  const secondsLeft = useWait(form.failure);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  if (isCode(form.failure, 'TOKEN_INVALID'))
    return <DeadLink action={<ButtonLink to="/login">{t('verify.signInForLink')}</ButtonLink>} />;
  return (
    <form onSubmit={form.submit(({ password }) => send(password))} noValidate>
      <Stack>
        <TextInput label={t('field.email')} type="email" autoComplete="username" value={address} readOnly />
        <PasswordInput
          label={t('field.password')}
          autoComplete="current-password"
          ref={field}
          {...form.getInputProps('password')}
        />
        <AnchorLink to="/forgot-password" search={{ email: address }} size="sm">
          {t('forgotPassword.title')}
        </AnchorLink>
        <RefusalNote error={form.failure} secondsLeft={secondsLeft} email={address} />
        <Button
          type="submit"
          loading={form.submitting}
          disabled={isCode(form.failure, 'RATE_LIMITED') && secondsLeft > 0}
        >
          {t('verify.action')}
        </Button>
      </Stack>
    </form>
  );
}

type VerifiedProps = { done: Done; onContinue: (login: Login) => unknown };

function Verified({ done: { email, login }, onContinue }: VerifiedProps) {
  const t = useT();
  const action = login ? (
    <Button autoFocus onClick={() => void onContinue(login)}>
      {t('action.continue')}
    </Button>
  ) : (
    <ButtonLink to="/login" search={{ email }}>
      {t('action.signIn')}
    </ButtonLink>
  );
  return (
    <SignInLayout title={t('verify.doneTitle')}>
      <Outcome kind="done" action={action}>
        {t.rich(login ? 'verify.doneSignedIn' : 'verify.done', { email: <Unbroken text={email} /> })}
      </Outcome>
    </SignInLayout>
  );
}
