import { api } from '../client.ts';
import { ButtonLink } from '../ui/link.tsx';
import { FollowedLink } from './followed-link.tsx';
import { Outcome } from './outcome.tsx';

const unlock = (token: string) => api.verifyUnlock({ body: { token } });

export function UnlockAccountPage() {
  return (
    <FollowedLink
      title="Unlock your account"
      follow={unlock}
      again={<ButtonLink to="/request-unlock">Ask for a new link</ButtonLink>}
      doneTitle="Your account is open again"
      done={() => (
        <Outcome kind="done" action={<ButtonLink to="/login">Sign in</ButtonLink>}>
          If it was not you who tried to sign in, choose a new password afterwards.
        </Outcome>
      )}
    />
  );
}
