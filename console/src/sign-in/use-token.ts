import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A secret that came by link or from the step before, kept with this entry of the history alone. */
    token?: string;
  }
}

/** The token a page was opened with. It leaves the address bar at once and survives a reload. */
export function useToken(): string | undefined {
  const fromLink = useLocation({ select: ({ search }) => (search as { token?: string }).token });
  const kept = useLocation({ select: ({ state }) => state.token });
  useEffect(() => {
    if (!fromLink) return;
    const address = new URL(window.location.href);
    address.searchParams.delete('token');
    const state = { ...window.history.state, token: fromLink };
    // The router wraps the method of the instance. It need not know: to it, nothing has changed.
    History.prototype.replaceState.call(window.history, state, '', address);
  }, [fromLink]);
  return fromLink ?? kept;
}
