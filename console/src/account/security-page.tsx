import { Page } from '../ui/page.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProvidersCard } from './providers-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

export function SecurityPage() {
  return (
    <Page title="Security" description="How you sign in, and where you are signed in.">
      <TwoFactorCard />
      <PasswordCard />
      <SessionsCard />
      <ProvidersCard />
    </Page>
  );
}
