import type { Output } from '@latchkey/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ask, queryClient } from '../api.ts';

export type Me = Output<'me'>;

/** Loaded before the first page is shown; the route guard handles refusals. */
export function loadMe(): Promise<Me> {
  return queryClient.ensureQueryData({ ...ask('me'), meta: { quiet: true } });
}

/** Who is signed in. Always set behind the sign-in. */
export function useMe(): Me {
  const { data } = useSuspenseQuery({
    ...ask('me'),
    // While impersonating, the banner counts down, and the server ends the hour.
    refetchInterval: ({ state }) => (state.data?.impersonating ? 30_000 : false),
  });
  return data;
}
