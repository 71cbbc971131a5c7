import { Email, name, type OAuthError, splitName, text } from '@latchkey/contract';
import type { CustomFetch } from 'openid-client';
import type { Log } from '../../platform/log.ts';

/** The provider gave no answer: it was down, too slow, or never finished. */
class ProviderUnreachable extends Error {}

const maxBytes = 1024 * 1024;

/** One request to a provider, answered in full within the time limit or not at all. */
export function boundedFetch(timeoutMs: number): CustomFetch {
  return async (url, options) => {
    try {
      const response = await fetch(url, {
        ...(options as RequestInit),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = await readAll(response);
      return new Response(body.length > 0 ? body : null, {
        status: response.status,
        headers: response.headers,
      });
    } catch (error) {
      throw new ProviderUnreachable('the provider does not answer', { cause: error });
    }
  };
}

async function readAll(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** A user as a provider knows them. Only an address that the provider has verified counts. */
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
  name: string;
  /** Where to send the browser, or why that isn't possible now. */
  authorizationUrl(request: { state: string; nonce: string; codeChallenge: string }): Promise<URL | Failure>;
  /** Identifies the user from the query that the browser came back with. */
  identify(search: string, checks: Checks, now: Date): Promise<Identity | Failure>;
};

export function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'failed' in value;
}

/** One step with a provider. It may fail in many ways: the caller gets one reason, the log gets the details. */
export async function attempt<T>(
  log: Pick<Log, 'warn'>,
  provider: string,
  failed: OAuthError,
  work: () => Promise<T>,
): Promise<T | Failure> {
  try {
    return await work();
  } catch (error) {
    // Never log the whole error: the provider's answer, tokens included, may be attached to it.
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

/** Given and family name if the provider tells them apart, else as the full name's script orders them. */
export function namesOf(claims: { given_name?: unknown; family_name?: unknown; name?: unknown }) {
  const whole = Name.safeParse(claims.name).data ?? '';
  const split = splitName(whole);
  return {
    firstName: Name.safeParse(claims.given_name).data ?? Name.safeParse(split.firstName).data ?? null,
    lastName: Name.safeParse(claims.family_name).data ?? Name.safeParse(split.lastName).data ?? null,
  };
}

// A century: what a provider calls forever has to fit in a date.
const maxLifeSeconds = 3_155_760_000;
// A token travels in a URL before it is stored; one longer than any provider's isn't stored.
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
