import type { Output } from '@latchkey/sdk';
import { Alert, Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { branding } from '../branding.ts';
import { api } from '../client.ts';
import { loadTexts } from '../language/catalogs.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { useFinishSignIn } from './finish.ts';
import { SignInLayout } from './layout.tsx';
import { Outcome } from './outcome.tsx';
import { tryUpgrade } from './passkey-upgrade.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { type Entry, RegisterForm } from './register-form.tsx';
import { onward, returnAddress } from './return-address.ts';
import { useInvite } from './use-invite.ts';

/** Few need these, and their texts are the console's. */
const Codes = lazy(async () => {
  const [{ BackupCodes }] = await Promise.all([import('../account/backup-codes.tsx'), loadTexts('console')]);
  return { default: BackupCodes };
});

const route = getRouteApi('/register');

type Ending = {
  returnTo: string | undefined;
  /** The account is there, and they sign in themselves. */
  onRegistered: (email: string) => void;
  onCodes: (answer: Output<'register'>) => void;
};

/** Where each way of registering ends: signed in, unless that was refused. */
function useEntry({ returnTo, onRegistered, onCodes }: Ending) {
  const finish = useFinishSignIn(returnTo);
  const navigate = useNavigate();
  const entry: Entry = {
    onRegistered: (answer, email) => {
      if (answer.backupCodes) return onCodes(answer);
      if (answer.tokens) return finish(answer);
      // An emailed code verified the address already.
      return answer.user.emailVerified
        ? navigate({ to: '/login', search: { email, ...onward(returnTo) } })
        : onRegistered(email);
    },
    onPassword: async (account) => {
      try {
        const answer = await api.login({ body: account });
        await tryUpgrade(answer);
        await finish(answer);
      } catch {
        onRegistered(account.email);
      }
    },
    onSignedIn: finish,
  };
  return { entry, finish };
}

export function RegisterPage() {
  const t = useT();
  const { invite: inviteToken, returnTo } = route.useSearch();
  const { invite, error, retry } = useInvite(inviteToken);
  const [registered, setRegistered] = useState<string>();
  const [signedIn, setSignedIn] = useState<Output<'register'>>();
  const { entry, finish } = useEntry({ returnTo, onRegistered: setRegistered, onCodes: setSignedIn });
  if (registered !== undefined) return <Registered email={registered} returnTo={returnTo} />;
  if (signedIn?.backupCodes)
    return (
      <SignInLayout title={t('register.welcome', { product: branding.productName })}>
        <Suspense fallback={<Skeleton h={320} />}>
          <Codes codes={signedIn.backupCodes} onDone={() => void finish(signedIn)} />
        </Suspense>
      </SignInLayout>
    );
  const waiting = inviteToken && !invite && !error;
  return (
    <SignInLayout
      title={t('register.title')}
      footer={t.rich('register.have', {
        link: (
          <AnchorLink to="/login" search={onward(returnTo)}>
            {t('action.signIn')}
          </AnchorLink>
        ),
      })}
    >
      {invite && (
        <Alert icon={<IconUsersGroup size={18} />}>
          {t.rich('register.joining', { organization: <b>{invite.organization.name}</b> })}
        </Alert>
      )}
      <ErrorNote error={error} onRetry={retry} />
      {waiting ? (
        <Skeleton h={420} />
      ) : (
        <>
          <ProviderButtons inviteToken={invite && inviteToken} returnTo={returnAddress(returnTo)} />
          <RegisterForm invite={invite} inviteToken={inviteToken} {...entry} />
        </>
      )}
    </SignInLayout>
  );
}

function Registered({ email, returnTo }: { email: string; returnTo: string | undefined }) {
  const t = useT();
  return (
    <SignInLayout title={t('register.welcome', { product: branding.productName })}>
      <Outcome
        kind="mailed"
        action={
          <ButtonLink to="/login" search={{ email, ...onward(returnTo) }}>
            {t('action.signIn')}
          </ButtonLink>
        }
      >
        {t.rich('register.ready', { email: <Unbroken text={email} /> })}
      </Outcome>
    </SignInLayout>
  );
}
