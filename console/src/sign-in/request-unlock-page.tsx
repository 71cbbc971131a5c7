import { lifetimes, lockout } from '@latchkey/contract';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { useT } from '../language/texts.ts';
import { AnchorLink } from '../ui/link.tsx';
import { Unbroken } from '../ui/unbroken.tsx';
import { SignInLayout } from './layout.tsx';
import { MailForm } from './mail-form.tsx';

const route = getRouteApi('/request-unlock');

export function RequestUnlockPage() {
  const t = useT();
  const { email } = route.useSearch();
  return (
    <SignInLayout
      title={t('unlock.title')}
      footer={<AnchorLink to="/login">{t('action.backToSignIn')}</AnchorLink>}
    >
      <MailForm
        email={email}
        purpose={t('requestUnlock.purpose', { minutes: lockout.durationMinutes })}
        buttonLabel={t('action.sendLink')}
        send={api.requestUnlock}
        sent={(address) =>
          t.rich('requestUnlock.sent', {
            email: <Unbroken text={address} />,
            hours: lifetimes.accountUnlockHours,
          })
        }
      />
    </SignInLayout>
  );
}
