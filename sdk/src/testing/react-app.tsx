import { createRoot } from 'react-dom/client';
import {
  LatchkeyProvider,
  OrganizationSwitcher,
  SignedIn,
  SignedOut,
  SignInButton,
  UserButton,
  useSession,
} from '../react/index.ts';

function Status() {
  const session = useSession();
  return <output>{session.status}</output>;
}

createRoot(document.body).render(
  <LatchkeyProvider baseUrl="http://auth.acme.test/">
    <Status />
    <SignedOut>
      <SignInButton>Come in</SignInButton>
      <SignInButton register returnTo="/welcome" />
    </SignedOut>
    <SignedIn>{({ user, organization }) => `${user.email} of ${organization?.name}`}</SignedIn>
    <OrganizationSwitcher className="switcher">
      <a href="/members">Members</a>
    </OrganizationSwitcher>
    <UserButton className="mine">
      <a href="/billing">Billing</a>
    </UserButton>
  </LatchkeyProvider>,
);
