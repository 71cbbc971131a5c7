import type { Output } from '@latchkey/sdk';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { events } from '../client.ts';
import { localPath } from './local-path.ts';

/** Every sign-in ends here: where the service says, else where the person was going, else the dashboard. */
export function useFinishSignIn(returnTo: string | undefined) {
  const router = useRouter();
  const navigate = useNavigate();
  return async (answer: Output<'login'>) => {
    if ('pendingToken' in answer) {
      const { pendingToken: token, methods, passkeyOptions } = answer;
      return navigate({
        to: '/auth/two-factor',
        search: returnTo ? { returnTo } : {},
        state: { token, factors: { methods, passkeyOptions } },
      });
    }
    events.forget();
    router.history.push(answer.redirectTo ?? localPath(returnTo) ?? '/');
  };
}
