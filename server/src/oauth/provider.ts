import { Email, name, type OAuthError, type OAuthProvider, text } from '@latchkey/contract';
import type { Log } from '../logger.ts';
import { ProviderUnreachable } from './bounded-fetch.ts';

/** Somebody as a provider knows them. Of their addresses only one that the provider has verified counts. */
type Profile = {
  providerAccountId: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
};

export type ProviderTokens = {
  accessToken: string | null;
  refreshToken: string | null;
  expiresAt: Date | null;
};

export type Identity = { profile: Profile; tokens: ProviderTokens };

/** What only the browser that started can bring back. */
export type Checks = { state: string; nonce: string; codeVerifier: string };

export type Failure = { failed: OAuthError };

export type Provider = {
  name: OAuthProvider;
  /** Where the browser is to go, or that there is no going there now. */
  authorizationUrl(request: { state: string; nonce: string; codeChallenge: string }): Promise<URL | Failure>;
  /** Who came back, by the query they came back with. */
  identify(search: string, checks: Checks, now: Date): Promise<Identity | Failure>;
};

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failed' in value;
}

/** One step with a provider. It may fail in as many ways as there are providers: one is told, the rest is logged. */
export async function attempt<T>(
  log: Pick<Log, 'warn'>,
  provider: OAuthProvider,
  failed: OAuthError,
  work: () => Promise<T>,
): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    // Never the error as a whole: what the provider answered, tokens included, may hang on it.
    const { message, code } = error as { message?: string; code?: string };
    log.warn({ provider, reason: failed, error: message, errorCode: code }, 'a provider failed');
    return { failed: isUnreachable(error) ? 'provider_unavailable' : failed };
  }
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ProviderUnreachable) return true;
  return false;
}

const AccountId = text(255, 1);

export function accountIdOf(value: unknown): string {
  const { data } = AccountId.safeParse(typeof value === 'number' ? String(value) : value);
  if (data === undefined) throw new Error('the provider names no account');
  return data;
}

export function emailOf(value: unknown, verified: unknown): string | null {
  return verified === true ? (Email.safeParse(value).data ?? null) : null;
}

const Name = name(100, 1);

/** Given and family name where the provider tells them apart, else the first word and the others. */
export function namesOf(claims: { given_name?: unknown; family_name?: unknown; name?: unknown }) {
  const whole = Name.safeParse(claims.name).data ?? '';
  const [first, ...others] = whole.split(/\s+/);
  return {
    firstName: Name.safeParse(claims.given_name).data ?? Name.safeParse(first).data ?? null,
    lastName: Name.safeParse(claims.family_name).data ?? Name.safeParse(others.join(' ')).data ?? null,
  };
}

// A century: what a provider calls for ever has to fit into a date.
const maxLifeSeconds = 3_155_760_000;
// A token travels in an address on its way to being kept; a longer one than any provider's is not kept.
const maxTokenLength = 3000;

export function tokensOf(
  response: { access_token: string; refresh_token?: string | undefined; expires_in?: number | undefined },
  now: Date,
): ProviderTokens {
  const { access_token, refresh_token, expires_in } = response;
  const fitting = (token: string | undefined) => (token && token.length <= maxTokenLength ? token : null);
  return {
    accessToken: fitting(access_token),
    refreshToken: fitting(refresh_token),
    expiresAt:
      expires_in === undefined ? null : new Date(now.getTime() + Math.min(expires_in, maxLifeSeconds) * 1000),
  };
}
