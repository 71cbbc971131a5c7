import type { Output } from '@latchkey/sdk';
import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A secret that came by link or from the step before, kept with this entry of the history alone. */
    token?: string;
    /** What a sign-in under way can be finished with. */
    factors?: Output<'prepareTwoFactor'>;
  }
}

/** The token a page was opened with. It survives a reload. */
export function useToken(): string | undefined {
  return useLocation({ select: ({ state }) => state.token });
}
