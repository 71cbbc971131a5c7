import { useCallback, useEffect, useState } from 'react';

type State<T> = { answer?: T; error?: unknown; retry: () => void };
type Load<T> = (token: string, options: { signal: AbortSignal }) => Promise<T>;

/** Asks the service what a token is about. Does nothing without a token. */
export function useLoaded<T>(token: string | undefined, ask: Load<T>): State<T> {
  const [state, setState] = useState<Omit<State<T>, 'retry'>>({});
  const load = useCallback(() => {
    if (!token) return undefined;
    const aborter = new AbortController();
    setState({});
    ask(token, aborter).then(
      (answer) => setState({ answer }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setState({ error });
      },
    );
    return () => aborter.abort();
  }, [token, ask]);
  useEffect(load, [load]);
  return { ...state, retry: load };
}
