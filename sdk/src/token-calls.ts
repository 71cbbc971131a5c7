import type { Tokens } from './endpoints.ts';
import { isCode } from './error.ts';
import { exclusively } from './exclusively.ts';
import type { CallRoute, ClientOptions } from './options.ts';
import { pause, send, type Wire } from './request.ts';
import { routes } from './routes.ts';

function tokensIn(answer: unknown): Tokens | undefined {
  const tokens = (answer as { tokens?: Partial<Tokens> } | null)?.tokens;
  return typeof tokens?.accessToken === 'string' ? (tokens as Tokens) : undefined;
}

type Holder = ReturnType<typeof holdTokens>;

/** The tokens that a client without cookies works with. Its creator may store them. */
function holdTokens({ token, refreshToken, loadTokens, onTokens }: ClientOptions) {
  return {
    accessToken: token,
    refreshToken,
    /** How many times a session ended here. */
    endings: 0,
    keep(tokens: Tokens | null) {
      this.accessToken = tokens?.accessToken;
      this.refreshToken = tokens?.refreshToken;
      onTokens?.(tokens);
    },
    end() {
      this.endings++;
      this.keep(null);
    },
    /** Loads what is stored now: another tab may have renewed it or signed out. */
    async load() {
      if (!loadTokens) return;
      const kept = await loadTokens();
      this.accessToken = kept?.accessToken;
      this.refreshToken = kept?.refreshToken;
    },
    /** Waits until tabs agree on what is stored: a browser syncs their changes, but not instantly. */
    settle: (ms: number) => (loadTokens ? pause(ms) : undefined),
  };
}

function callsWith(wire: Wire, held: Holder): CallRoute {
  return async (route, parts, options) => {
    const { accessToken, endings } = held;
    const headers: Record<string, string> = accessToken ? { authorization: `Bearer ${accessToken}` } : {};
    const answer = await send(wire, { route, parts, headers, options });
    const tokens = tokensIn(answer);
    // A renewal that completes after a sign-out must not restore the session.
    if (tokens && (route !== routes.refresh || held.endings === endings)) held.keep(tokens);
    if (route === routes.logout) held.end();
    return answer;
  };
}

/** Exchanges the access token that didn't work, once for all calls and tabs. */
function renewalWith(wire: Wire, held: Holder, attempt: CallRoute) {
  const renew = async (used: string | undefined, waited: boolean) => {
    await held.load();
    for (let looks = waited ? 20 : 0; looks > 0 && held.accessToken === used; looks--) {
      await held.settle(50);
      await held.load();
    }
    const { accessToken, refreshToken } = held;
    if (accessToken !== used || !refreshToken) return;
    await attempt(routes.refresh, { body: { refreshToken } }, {}).catch((error: unknown) => {
      if (isCode(error, 'REFRESH_TOKEN_INVALID', 'REFRESH_REUSED')) held.end();
      throw error;
    });
    await held.settle(100);
  };
  let underWay: Promise<void> | undefined;
  return (used: string | undefined) => {
    underWay ??= exclusively(wire.baseUrl, (waited) => renew(used, waited)).finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

export function tokenCalls(wire: Wire, options: ClientOptions): CallRoute {
  const held = holdTokens(options);
  const attempt = callsWith(wire, held);
  const renew = renewalWith(wire, held, attempt);
  const call = async (renewals: number, ...request: Parameters<CallRoute>): Promise<unknown> => {
    const used = held.accessToken;
    try {
      return await attempt(...request);
    } catch (error) {
      const mayRenew = renewals > 0 && request[0] !== routes.refresh && held.refreshToken;
      if (!mayRenew || !isCode(error, 'UNAUTHENTICATED')) throw error;
      // Another call may have renewed the token in the meantime.
      if (held.accessToken === used) await renew(used);
      return call(renewals - 1, ...request);
    }
  };
  return async (...request) => {
    if (!held.accessToken && !held.refreshToken) await held.load();
    // Twice: the token another tab stored may have expired, too.
    return call(2, ...request);
  };
}
