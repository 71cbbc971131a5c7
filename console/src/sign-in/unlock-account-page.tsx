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
      again={<ButtonLink to="/request-unlock">Get a new link</ButtonLink>}
      doneTitle="Your account is unlocked"
      done={() => (
        <Outcome kind="done" action={<ButtonLink to="/login">Sign in</ButtonLink>}>
          If it wasn't you who tried to sign in, change your password after you sign in.
        </Outcome>
      )}
    />
  );
}
