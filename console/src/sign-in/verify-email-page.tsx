import { inWords, lifetimes } from '@latchkey/contract';
import { Group, Loader, Text } from '@mantine/core';
import { api, events } from '../client.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { AnchorLink, ButtonLink } from '../ui/link.tsx';
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

const title = 'Verify your email';

const verify = async (token: string) => {
  const answer = await api.verifyEmail({ body: { token } });
  events.forget();
  return answer;
};

export function VerifyEmailPage() {
  const token = useToken();
  const { link, error, retry } = useVerificationLink(token);
  if (!token || link?.address === null) return <Dead me={link?.me ?? null} />;
  if (!link)
    return (
      <SignInLayout title={title}>
        {error ? <ErrorNote error={error} onRetry={retry} /> : <OneMoment />}
      </SignInLayout>
    );
  const { address, me } = link;
  if (!me) return <VerifyWithPassword token={token} address={address} />;
  if (!me.impersonating && me.user.email === address)
    return (
      <FollowedLink
        title={title}
        follow={verify}
        again={<SendAgain email={address} />}
        doneTitle="Your email is verified"
        done={({ user }) => <Thanks email={user.email} />}
      />
    );
  if (!me.impersonating && me.pendingEmail === address)
    return <ConfirmNewAddress token={token} me={me} onOtherAccount={retry} />;
  return <OtherAccount me={me} address={address} onSignedOut={retry} />;
}

function OneMoment() {
  return (
    <Group role="status">
      <Loader size="sm" />
      <Text>One moment…</Text>
    </Group>
  );
}

function Thanks({ email }: { email: string }) {
  return (
    <Outcome kind="done" action={<ButtonLink to="/">Continue</ButtonLink>}>
      Thanks. You confirmed that <b>{email}</b> is yours.
    </Outcome>
  );
}

/** The link was used, perhaps in this browser a moment ago, or it expired. */
function Dead({ me }: { me: Me | null }) {
  if (me?.user.emailVerified && !me.pendingEmail)
    return (
      <SignInLayout title="Your email is verified">
        <Outcome kind="done" action={<ButtonLink to="/">Continue</ButtonLink>}>
          You already confirmed <b>{me.user.email}</b>. If this link was for another address, change your
          email again in your <AnchorLink to="/profile">profile</AnchorLink>.
        </Outcome>
      </SignInLayout>
    );
  if (me?.pendingEmail)
    return (
      <SignInLayout title="Confirm your new email">
        <DeadLink action={<ButtonLink to="/profile">Get a new link in your profile</ButtonLink>} />
      </SignInLayout>
    );
  return (
    <SignInLayout
      title={title}
      footer={
        <>
          Already verified? <AnchorLink to={me ? '/' : '/login'}>{me ? 'Continue' : 'Sign in'}</AnchorLink>
        </>
      }
    >
      <DeadLink action={<SendAgain email={me?.user.email} />} />
    </SignInLayout>
  );
}

function SendAgain({ email }: { email?: string | undefined }) {
  return (
    <MailForm
      email={email}
      buttonLabel="Send a new link"
      send={api.resendVerification}
      sent={(address) => (
        <>
          If <b>{address}</b> still needs to be verified, a new link is on its way. It works for{' '}
          {inWords(lifetimes.emailVerificationHours, 'hour')}. Check your spam folder, too.
        </>
      )}
    />
  );
}
