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
        purpose="Tell us your email, and we send you a link to set a new one."
        buttonLabel="Send the link"
        send={api.forgotPassword}
        sent={(address) => (
          <>
            If <b>{address}</b> has an account, a link is on its way. It works for one hour. Look into the
            spam folder, too.
          </>
        )}
      />
    </SignInLayout>
  );
}
