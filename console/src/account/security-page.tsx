import { Page } from '../ui/page.tsx';
import { PasskeysCard } from './passkeys-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export function SecurityPage() {
  return (
    <Page title="Security" description="How you sign in, and where you are signed in.">
      <PasskeysCard />
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
      <ProvidersCard />
    </Page>
  );
}
