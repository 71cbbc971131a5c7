import { lifetimes } from '@latchkey/contract';
import { Group, Loader, Text } from '@mantine/core';
import { useCallback, useState } from 'react';
import { api, events, isCode } from '../client.ts';
import { useT } from '../language/texts.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { ConfirmNewAddress } from './confirm-new-address.tsx';
import { DeadLink } from './dead-link.tsx';
import { FollowedLink } from './followed-link.tsx';
import { SignInLayout } from './layout.tsx';
import { MailForm } from './mail-form.tsx';
import { OtherAccount } from './other-account.tsx';
import { Outcome } from './outcome.tsx';
import { useToken } from './use-token.ts';
import { type Me, useVerificationLink } from './use-verification-link.ts';
import { VerifyWithPassword } from './verify-with-password.tsx';

export function VerifyEmailPage() {
  const t = useT();
  const token = useToken();
  const { link, error, retry } = useVerificationLink(token);
  // An organization's identity provider began the session: it doesn't speak for them here, and a password does.
  const [isUnproven, setUnproven] = useState(false);
  const onUnproven = useCallback(() => setUnproven(true), []);
  const verify = useCallback(
    async (sent: string) => {
      const answer = await api.verifyEmail({ body: { token: sent } }).catch((failure: unknown) => {
        if (isCode(failure, 'REAUTHENTICATION_REQUIRED')) onUnproven();
        throw failure;
      });
      events.forget();
      return answer;
    },
    [onUnproven],
  );
  if (!token || link?.address === null) return <Dead me={link?.me ?? null} />;
  if (!link)
    return (
      <SignInLayout title={t('verify.title')}>
        {error ? <ErrorNote error={error} onRetry={retry} /> : <OneMoment />}
      </SignInLayout>
    );
  const { address, me } = link;
  if (!me || isUnproven) return <VerifyWithPassword token={token} address={address} />;
  if (!me.impersonating && me.user.email === address)
    return (
      <FollowedLink
        title={t('verify.title')}
        follow={verify}
        again={<SendAgain email={address} />}
        doneTitle={t('verify.doneTitle')}
        done={({ user }) => <Thanks email={user.email} />}
      />
    );
  if (!me.impersonating && me.pendingEmail === address)
    return <ConfirmNewAddress token={token} me={me} onOtherAccount={retry} onUnproven={onUnproven} />;
  return <OtherAccount me={me} address={address} onSignedOut={retry} />;
}

function OneMoment() {
  const t = useT();
  return (
    <Group role="status">
      <Loader size="sm" />
      <Text>{t('waiting.moment')}</Text>
    </Group>
  );
}

function Thanks({ email }: { email: string }) {
  const t = useT();
  return (
    <Outcome kind="done" action={<ButtonLink to="/">{t('action.continue')}</ButtonLink>}>
      {t.rich('verify.done', { email: <Unbroken text={email} /> })}
    </Outcome>
  );
}

/** The link was used, perhaps in this browser a moment ago, or it expired. */
function Dead({ me }: { me: Me | null }) {
  const t = useT();
  if (me?.user.emailVerified && !me.pendingEmail)
    return (
      <SignInLayout title={t('verify.doneTitle')}>
        <Outcome kind="done" action={<ButtonLink to="/">{t('action.continue')}</ButtonLink>}>
          {t.rich('verify.already', {
            email: <Unbroken text={me.user.email} />,
            link: <AnchorLink to="/profile">{t('verify.profile')}</AnchorLink>,
          })}
        </Outcome>
      </SignInLayout>
    );
  if (me?.pendingEmail)
    return (
      <SignInLayout title={t('confirmAddress.title')}>
        <DeadLink action={<ButtonLink to="/profile">{t('action.newLinkInProfile')}</ButtonLink>} />
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={t('verify.title')}
      footer={t.rich('verify.again', {
        link: <AnchorLink to={me ? '/' : '/login'}>{t(me ? 'action.continue' : 'action.signIn')}</AnchorLink>,
      })}
    >
      <DeadLink action={<SendAgain email={me?.user.email} />} />
    </SignInLayout>
  );
}

function SendAgain({ email }: { email?: string | undefined }) {
  const t = useT();
  return (
    <MailForm
      email={email}
      buttonLabel={t('verify.sendNew')}
      send={api.resendVerification}
      sent={(address) =>
        t.rich('verify.sent', { email: <Unbroken text={address} />, hours: lifetimes.emailVerificationHours })
      }
    />
  );
}
