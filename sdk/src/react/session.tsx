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
import { isCode } from '../error.ts';
import { holds } from '../holds.ts';
import { type TabOrganization, tabOrganization } from '../tab-organization.ts';
import type { Client, Output } from '../types.ts';

export type SignedInUser = Omit<Output<'me'>, 'csrfToken'>;

type State =
  /** Not known yet. On a server it stays this way unless the provider was given a session. */
  | { status: 'loading' }
  | ({ status: 'signedIn'; organizationLost: boolean } & SignedInUser)
  | { status: 'signedOut' }
  /** Latchkey couldn't be reached. */
  | { status: 'unavailable'; error: unknown };

type Actions = {
  /** Goes to Latchkey's sign-in page, then returns to `returnTo`: this page by default. */
  signIn(options?: { returnTo?: string; register?: boolean }): void;
  signOut(): Promise<void>;
  /**
   * Acts in this organization from now on, in this tab only; null is the person's default one. If they don't belong to it,
   * or later leave it, `organizationLost` is true after the next load, and they are back in their default one.
   */
  chooseOrganization(id: string | null): Promise<void>;
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

function stateOf(known: SignedInUser | null | undefined, organizationLost = false): State {
  if (known === undefined) return { status: 'loading' };
  return known ? { status: 'signedIn', organizationLost, ...known } : { status: 'signedOut' };
}

function stateAfter(error: unknown): State {
  return isCode(error, ...signedOutCodes) ? { status: 'signedOut' } : { status: 'unavailable', error };
}

/** Who is signed in. If the organization chosen in this tab isn't theirs, the choice ends and the default one counts. */
async function load(client: Client, tab: TabOrganization): Promise<State> {
  const ask = async (organizationLost: boolean) => {
    const { csrfToken: _, ...known } = await client.me();
    return stateOf(known, organizationLost);
  };
  const chosen = tab.get();
  try {
    return await ask(false);
  } catch (error) {
    if (chosen === undefined || !isCode(error, 'NO_ORGANIZATION')) return stateAfter(error);
    // Unless they chose another one meanwhile.
    if (tab.get() === chosen) tab.set(undefined);
    return ask(true).catch(stateAfter);
  }
}

/** Checks again when someone returns to the page, but not more often than this. */
const freshMs = 10_000;

/** The client of a page. A server has none, so it is created on first use. */
function useClient(baseUrl: string, tab: TabOrganization, onMissing: () => void): () => Client {
  const made = useRef<Client>(undefined);
  const missing = useRef(onMissing);
  missing.current = onMissing;
  return useCallback(() => {
    made.current ??= createCookieClient({
      baseUrl,
      organizationId: tab.get,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        const isQuestion = String(input).endsWith('/api/auth/me');
        if (response.status === 404 && !isQuestion && tab.get() !== undefined) missing.current();
        return response;
      },
    });
    return made.current;
  }, [baseUrl, tab]);
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

/** The state of the session, and the only ways to change it. */
function useKnownSession(place: string, known: SignedInUser | null | undefined) {
  const tab = useMemo(() => tabOrganization(place), [place]);
  const [state, setState] = useState(() => stateOf(known));
  const client = useClient(place, tab, () => void reload());
  const turns = useRef(0);
  const reload = useCallback(async () => {
    const turn = ++turns.current;
    const loaded = await load(client(), tab);
    // A later question, perhaps about another organization, has a later answer.
    if (turn === turns.current) setState(loaded);
  }, [client, tab]);
  const end = useCallback(() => {
    turns.current++;
    tab.set(undefined);
    setState({ status: 'signedOut' });
  }, [tab]);
  const isKnown = known !== undefined;
  useEffect(() => {
    // A server doesn't know which organization was chosen in this tab.
    if (!isKnown || tab.get() !== undefined) void reload();
  }, [isKnown, reload, tab]);
  useReloadOnReturn(reload);
  return { state, client, tab, reload, end };
}

export function LatchkeyProvider({ baseUrl = '', session, children }: LatchkeyProviderProps) {
  const place = baseUrl.replace(/\/+$/, '');
  const { state, client, tab, reload, end } = useKnownSession(place, session);
  const actions = useMemo<Actions>(() => {
    const addressOf = (path: string) => place + path;
    return {
      addressOf,
      reload,
      get client() {
        return client();
      },
      chooseOrganization(id) {
        tab.set(id ?? undefined);
        return reload();
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
        end();
      },
    };
  }, [client, end, place, reload, tab]);
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

/**
 * Whether `protect(latchkey, { permission })` would let the person pass. It decides only what a page shows; the backend must
 * check again.
 */
export function usePermission(permission: string): boolean {
  const session = useSession();
  if (session.status !== 'signedIn') return false;
  const { blockedBy, requiresTwoFactorSetup } = session;
  return blockedBy === undefined && !requiresTwoFactorSetup && holds(session, permission);
}
