import type { Output } from '@latchkey/sdk';
import { useCallback, useEffect, useState } from 'react';
import { api } from '../client.ts';

export type Invite = Output<'getInvite'>['invite'];
type State = { invite?: Invite; error?: unknown; retry: () => void };

/** What an invitation is about. */
export function useInvite(token: string | undefined): State {
  const [state, setState] = useState<Omit<State, 'retry'>>({});
  const load = useCallback(() => {
    if (!token) return undefined;
    const aborter = new AbortController();
    setState({});
    api.getInvite({ params: { token } }, { signal: aborter.signal }).then(
      ({ invite }) => setState({ invite }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setState({ error });
      },
    );
    return () => aborter.abort();
  }, [token]);
  useEffect(load, [load]);
  return { ...state, retry: load };
}
