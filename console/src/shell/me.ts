import type { Output } from '@latchkey/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ask, queryClient } from '../api.ts';

export type Me = Output<'me'>;

/** Asked before the first page is shown; what it refuses is the guard's to handle. */
export function loadMe(): Promise<Me> {
  return queryClient.ensureQueryData({ ...ask('me'), meta: { quiet: true } });
}

/** Who is signed in. Behind the sign-in it is always there. */
export function useMe(): Me {
  const { data } = useSuspenseQuery({
    ...ask('me'),
    // While impersonating, the banner counts down and the hour ends on the server.
    refetchInterval: ({ state }) => (state.data?.impersonating ? 30_000 : false),
  });
  return data;
}
