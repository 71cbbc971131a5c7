import type { Output } from '@latchkey/sdk';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ask, queryClient } from '../api.ts';
import { endedImpersonation } from '../client.ts';
import { endIfLost } from './lost-organization.ts';

export type Me = Output<'me'>;

/** Loaded before the first page is shown; the route guard handles refusals. */
export async function loadMe(): Promise<Me> {
  const load = () => queryClient.ensureQueryData({ ...ask('me'), meta: { quiet: true } });
  try {
    return await load();
  } catch (error) {
    if (!endedImpersonation(error) && !endIfLost(error)) throw error;
    return loadMe();
  }
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
