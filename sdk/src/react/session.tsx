'use client';

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createCookieClient } from '../client.ts';
import { LatchkeyError } from '../error.ts';
import type { Client, Output } from '../types.ts';

export type SignedInUser = Omit<Output<'me'>, 'csrfToken'>;

type State =
  /** Not known yet. On a server it stays this way unless the provider was given a session. */
  | { status: 'loading' }
  | ({ status: 'signedIn' } & SignedInUser)
  | { status: 'signedOut' }
  /** Latchkey couldn't be reached. */
  | { status: 'unavailable'; error: unknown };

type Actions = {
  /** Goes to Latchkey's sign-in page, then returns to `returnTo`: this page by default. */
  signIn(options?: { returnTo?: string; register?: boolean }): void;
  signOut(): Promise<void>;
  /** Asks again who is signed in. */
  reload(): Promise<void>;
  /** The address of one of Latchkey's pages, such as /profile. */
  addressOf(path: string): string;
  /** For every other call. Only in a browser. */
  readonly client: Client;
};

export type Session = State & Actions;

export type LatchkeyProviderProps = {
  /** The address of your Latchkey. Empty if Latchkey serves the page itself. */
  baseUrl?: string;
  /** What your server already knows from `authenticate`: the caller, or null. */
  session?: SignedInUser | null;
  children?: ReactNode;
};

const SessionContext = createContext<Session | undefined>(undefined);

const signedOutCodes = ['UNAUTHENTICATED', 'REMEMBER_ME_REUSED'];

function stateOf(known: SignedInUser | null | undefined): State {
  if (known === undefined) return { status: 'loading' };
  return known ? { status: 'signedIn', ...known } : { status: 'signedOut' };
}

function stateAfter(error: unknown): State {
  const isSignedOut = error instanceof LatchkeyError && signedOutCodes.includes(error.code);
  return isSignedOut ? { status: 'signedOut' } : { status: 'unavailable', error };
}

/** Checks again when someone returns to the page, but not more often than this. */
const freshMs = 10_000;

/** The client of a page. A server has none, so it is created on first use. */
function useClient(baseUrl: string): () => Client {
  const made = useRef<Client>(undefined);
  return useCallback(() => {
    made.current ??= createCookieClient({ baseUrl });
    return made.current;
  }, [baseUrl]);
}

function useReloadOnReturn(reload: () => Promise<void>): void {
  useEffect(() => {
    let askedAt = performance.now();
    const look = () => {
      if (document.visibilityState !== 'visible' || performance.now() - askedAt < freshMs) return;
      askedAt = performance.now();
      void reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);
}

export function LatchkeyProvider({ baseUrl = '', session, children }: LatchkeyProviderProps) {
  const place = baseUrl.replace(/\/+$/, '');
  const client = useClient(place);
  const [state, setState] = useState(() => stateOf(session));
  const reload = useCallback(
    () =>
      client()
        .me()
        .then(({ csrfToken: _, ...known }) => stateOf(known), stateAfter)
        .then(setState),
    [client],
  );
  const isKnown = session !== undefined;
  useEffect(() => {
    if (!isKnown) void reload();
  }, [isKnown, reload]);
  useReloadOnReturn(reload);
  const actions = useMemo<Actions>(() => {
    const addressOf = (path: string) => place + path;
    return {
      addressOf,
      reload,
      get client() {
        return client();
      },
      signIn({ returnTo = location.href, register = false } = {}) {
        const page = addressOf(register ? '/register' : '/login');
        location.assign(`${page}?returnTo=${encodeURIComponent(new URL(returnTo, location.href).href)}`);
      },
      async signOut() {
        await client()
          .logout()
          .catch((error: unknown) => {
            if (stateAfter(error).status !== 'signedOut') throw error;
          });
        setState({ status: 'signedOut' });
      },
    };
  }, [client, place, reload]);
  // Not a spread, which would read `client`, and a server has none.
  const value = useMemo(() => Object.assign(Object.create(actions) as Actions, state), [actions, state]);
  return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
}

/** Who is signed in, and the actions they can take. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a <LatchkeyProvider> above it.');
  return session;
}
