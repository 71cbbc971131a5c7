import type { Tokens } from './endpoints.ts';
import type { Parts } from './request.ts';
import type { Route } from './routes.ts';
import type { CallOptions } from './types.ts';

export type WireOptions = {
  /** The service's address. A page that the service itself serves may leave it out. */
  baseUrl?: string;
  /** How long to wait for an answer, in milliseconds. 30,000 by default. */
  timeoutMs?: number;
  /** How often to repeat a GET that was answered with 503 or 429, when told to. 2 by default. */
  retries?: number;
  fetch?: typeof fetch;
};

export type ClientOptions = WireOptions & {
  /** `cookie` is a browser's way; without a browser the tokens of a login are held in memory. */
  session?: 'cookie' | 'token';
  /** An access token or an API key. With it, cookies are neither sent nor needed. */
  token?: string;
  /** Renews an access token that has run out, once for all calls and tabs that wait for it. */
  refreshToken?: string;
  /** Told about every new pair, so that it can be kept somewhere, and null when it is over. */
  onTokens?: (tokens: Tokens | null) => void;
  /** Reads what `onTokens` kept, for pages that are reloaded or open in several tabs. */
  loadTokens?: () => KeptTokens | null | undefined | Promise<KeptTokens | null | undefined>;
};

type KeptTokens = Pick<Tokens, 'accessToken' | 'refreshToken'>;

export type CallRoute = (route: Route, parts: Parts, options: CallOptions) => Promise<unknown>;
