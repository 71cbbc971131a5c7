import type { Output } from '@latchkey/sdk';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { events } from '../client.ts';
import { followBrowser } from '../language/choose-language.ts';
import { leavesConsole, onward, returnAddress } from './return-address.ts';

/** Navigates within the console, or to the application someone came from. */
export function useGoTo() {
  const router = useRouter();
  return (address: string) =>
    leavesConsole(address) ? window.location.assign(address) : router.history.push(address);
}

/** Every sign-in ends here and goes where the service says, else where the person was going, else to the dashboard. */
export function useFinishSignIn(returnTo: string | undefined) {
  const goTo = useGoTo();
  const navigate = useNavigate();
  return async (answer: Output<'login'> | Output<'register'>) => {
    if ('pendingToken' in answer) {
      const { pendingToken: token, methods, passkeyOptions } = answer;
      return navigate({
        to: '/auth/two-factor',
        search: onward(returnTo),
        state: { token, factors: { methods, passkeyOptions } },
      });
    }
    events.forget();
    // The new session set the cookie to the person's language.
    await followBrowser();
    if (answer.requiresTwoFactorSetup)
      return navigate({ to: '/profile/security', search: onward(returnAddress(returnTo)) });
    goTo(answer.redirectTo ?? returnAddress(returnTo) ?? '/');
  };
}
