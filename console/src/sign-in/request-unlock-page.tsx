import { inWords, lifetimes, lockout } from '@latchkey/contract';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../client.ts';
import { AnchorLink } from '../ui/link.tsx';
import { SignInLayout } from './layout.tsx';
import { MailForm } from './mail-form.tsx';

const route = getRouteApi('/request-unlock');

export function RequestUnlockPage() {
  const { email } = route.useSearch();
  return (
    <SignInLayout title="Unlock your account" footer={<AnchorLink to="/login">Back to sign in</AnchorLink>}>
      <MailForm
        email={email}
        purpose={`After several failed attempts, an account is locked for ${inWords(lockout.durationMinutes, 'minute')}. We can email you a link that unlocks it now.`}
        buttonLabel="Send link"
        send={api.requestUnlock}
        sent={(address) => (
          <>
            If <b>{address}</b> has a locked account, a link is on its way. It works for{' '}
            {inWords(lifetimes.accountUnlockHours, 'hour')}. Check your spam folder, too.
          </>
        )}
      />
    </SignInLayout>
  );
}
