import type { Output } from '@latchkey/sdk';
import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A secret from a link or the previous step, kept only in this history entry. */
    token?: string;
    /** The ways to finish a sign-in in progress. */
    factors?: Output<'prepareTwoFactor'>;
  }
}

/** The token a page was opened with. It survives a reload. */
export function useToken(): string | undefined {
  return useLocation({ select: ({ state }) => state.token });
}
