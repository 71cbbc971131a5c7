import type { Output } from '@latchkey/sdk';
import { api } from '../client.ts';
import { useLoaded } from './use-loaded.ts';

export type Invite = Output<'getInvite'>['invite'];

const ask = (token: string, options: { signal: AbortSignal }) =>
  api.getInvite({ params: { token } }, options);

/** What an invitation is about. */
export function useInvite(token: string | undefined) {
  const { answer, ...rest } = useLoaded(token, ask);
  return { invite: answer?.invite, ...rest };
}
