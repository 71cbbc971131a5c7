import type { Output } from '@latchkey/sdk';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { events } from '../client.ts';

/** A path of this console, or nothing: a returnTo is written by whoever made the link. */
export function localPath(path: string | undefined): string | undefined {
  return path && /^\/(?![/\\])/.test(path) ? path : undefined;
}

type SignedIn = Pick<Extract<Output<'login'>, { user: unknown }>, 'redirectTo'>;

/** Every sign-in ends here: where the service sends one, else where one was going, else the dashboard. */
export function useFinishSignIn(returnTo: string | undefined) {
  const router = useRouter();
  return useCallback(
    (answer: SignedIn) => {
      events.forget();
      router.history.push(answer.redirectTo ?? localPath(returnTo) ?? '/');
    },
    [router, returnTo],
  );
}
