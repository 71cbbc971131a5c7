import { inWords, lifetimes } from '@latchkey/contract';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { AnchorLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';
import { MailForm } from './mail-form.tsx';

const route = getRouteApi('/forgot-password');

export function ForgotPasswordPage() {
  const { email } = route.useSearch();
  return (
    <SignInLayout title="Forgot your password?" footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}>
      <MailForm
        email={email}
        purpose="Enter your email, and we'll send you a link to set a new password."
        buttonLabel="Send link"
        send={api.forgotPassword}
        sent={(address) => (
          <>
            If <b>{address}</b> has an account, a link is on its way. It works for{' '}
            {inWords(lifetimes.passwordResetHours, 'hour')}. Check your spam folder, too.
          </>
        )}
      />
    </SignInLayout>
  );
}
