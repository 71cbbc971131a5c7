import { lifetimes } from '@latchkey/contract';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { AnchorLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { SignInLayout } from './layout.tsx';
import { MailForm } from './mail-form.tsx';

const route = getRouteApi('/forgot-password');

export function ForgotPasswordPage() {
  const t = useT();
  const { email } = route.useSearch();
  return (
    <SignInLayout
      title={t('forgotPassword.title')}
      footer={<AnchorLink to="/login">{t('action.backToSignIn')}</AnchorLink>}
    >
      <MailForm
        email={email}
        purpose={t('forgotPassword.purpose')}
        buttonLabel={t('action.sendLink')}
        send={api.forgotPassword}
        sent={(address) =>
          t.rich('forgotPassword.sent', {
            email: <Unbroken text={address} />,
            hours: lifetimes.passwordResetHours,
          })
        }
      />
    </SignInLayout>
  );
}
