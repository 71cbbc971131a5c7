import { inWords, lifetimes } from '@latchkey/contract';
import { api } from '../client.ts';
import { ButtonLink } from '../ui/link.tsx';
import { FollowedLink } from './followed-link.tsx';
import { MailForm } from './mail-form.tsx';
import { Outcome } from './outcome.tsx';

const verify = (token: string) => api.verifyEmail({ body: { token } });

export function VerifyEmailPage() {
  const again = (
    <MailForm
      buttonLabel="Send a new link"
      send={api.resendVerification}
      sent={(address) => (
        <>
          If <b>{address}</b> still needs to be verified, a new link is on its way. It works for{' '}
          {inWords(lifetimes.emailVerificationHours, 'hour')}.
        </>
      )}
    />
  );
  return (
    <FollowedLink
      title="Verify your email"
      follow={verify}
      again={again}
      doneTitle="Your email is verified"
      done={({ user }) => (
        <Outcome kind="done" action={<ButtonLink to="/">Continue</ButtonLink>}>
          Thanks. You confirmed that <b>{user.email}</b> is yours.
        </Outcome>
      )}
    />
  );
}
