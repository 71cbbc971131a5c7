import type { Challenge, Tokens } from './endpoints.ts';
import type { Parts } from './request.ts';
import type { Route } from './routes.ts';
import type { CallOptions } from './types.ts';

export type WireOptions = {
  /** The service's address. Pages that the service itself serves may omit it. */
  baseUrl?: string;
  /** How long to wait for a response, in milliseconds. 30,000 by default. */
  timeoutMs?: number;
  /** How often to repeat a GET after a 503 or 429 that says when to retry. 2 by default. */
  retries?: number;
  /** The organization that calls act in: its id, or a function that returns it. The person's default one if left out. */
  organizationId?: string | (() => string | undefined);
  /** The language of messages, such as `de`, or a function that returns it. A page's visitor chooses by themselves. */
  locale?: string | (() => string | undefined);
  /**
   * Solves what a service that is guarded against bots asks for; the call is then sent again, once. For `pow`, pass
   * `solveChallenge` of this package, or call it in a worker.
   */
  solveChallenge?: (challenge: Challenge) => Promise<string>;
  fetch?: typeof fetch;
};

export type ClientOptions = WireOptions & {
  /** `cookie` is for browsers; without one, the login's tokens are kept in memory. */
  session?: 'cookie' | 'token';
  /** An access token or an API key. With one, cookies are neither sent nor needed. */
  token?: string;
  /** Renews an expired access token, once for all calls and tabs that wait for it. */
  refreshToken?: string;
  /** Called with every new pair of tokens, so you can store it, and with null when the session ends. */
  onTokens?: (tokens: Tokens | null) => void;
  /** Reads what `onTokens` stored, for pages that are reloaded or open in several tabs. */
  loadTokens?: () => KeptTokens | null | undefined | Promise<KeptTokens | null | undefined>;
};

type KeptTokens = Pick<Tokens, 'accessToken' | 'refreshToken'>;

export type CallRoute = (route: Route, parts: Parts, options: CallOptions) => Promise<unknown>;
