import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A secret that came by link or from the step before, kept with this entry of the history alone. */
    token?: string;
  }
}

/** The token a page was opened with. It leaves the address bar at once and survives a reload. */
export function useToken(): string | undefined {
  const router = useRouter();
  const { token: fromLink, ...rest } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const kept = useLocation({ select: ({ state }) => state.token });
  const others = new URLSearchParams(
    Object.entries(rest).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const search = others.size > 0 ? `?${others}` : '';
  useEffect(() => {
    if (fromLink) router.history.replace(router.history.location.pathname + search, { token: fromLink });
  }, [fromLink, search, router]);
  return fromLink ?? kept;
}
