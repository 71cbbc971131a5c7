import type { Output } from './types.ts';

export type Tokens = Output<'refresh'>['tokens'];

/** Tokens that a client without cookies holds in memory. */
export type TokenHolder = {
  accessToken: string | undefined;
  refreshToken: string | undefined;
  keep(tokens: Tokens): void;
};

export function holdTokens(
  accessToken: string | undefined,
  refreshToken: string | undefined,
  onTokens: ((tokens: Tokens) => void) | undefined,
): TokenHolder {
  return {
    accessToken,
    refreshToken,
    keep(tokens) {
      this.accessToken = tokens.accessToken;
      this.refreshToken = tokens.refreshToken;
      onTokens?.(tokens);
    },
  };
}

/** The double-submit value that a browser repeats in a header. */
export function csrfCookie(): string | undefined {
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith('csrf_token='));
  return pair?.slice('csrf_token='.length) || undefined;
}

/** The same value, as the answers of login and me tell it. */
export function csrfTokenIn(answer: unknown): string | undefined {
  const token = (answer as { csrfToken?: unknown } | null)?.csrfToken;
  return typeof token === 'string' ? token : undefined;
}

export function tokensIn(answer: unknown): Tokens | undefined {
  if (typeof answer !== 'object' || answer === null || !('tokens' in answer)) return undefined;
  const { tokens } = answer as { tokens?: Partial<Tokens> };
  return typeof tokens?.accessToken === 'string' ? (tokens as Tokens) : undefined;
}
