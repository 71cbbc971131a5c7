import { useEffect, useState } from 'react';

type State<T> = { status: 'waiting' } | { status: 'done'; answer: T } | { status: 'failed'; error: unknown };

const started = new Map<string, Promise<unknown>>();

/** Runs a single-use link once, no matter how often the page renders. `key` undefined: nothing to run. */
export function useOnce<T>(key: string | undefined, run: (key: string) => Promise<T>): State<T> {
  const [state, setState] = useState<State<T>>({ status: 'waiting' });
  useEffect(() => {
    if (key === undefined) return;
    const running = (started.get(key) as Promise<T> | undefined) ?? run(key);
    started.set(key, running);
    running.then(
      (answer) => setState({ status: 'done', answer }),
      (error: unknown) => setState({ status: 'failed', error }),
    );
  }, [key, run]);
  return state;
}
