import { seal } from '../crypto/seal.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import type { ProviderTokens } from './provider.ts';

export const providerTokenPurpose = (accountId: string, kind: string) => `oauth-account:${accountId}:${kind}`;

/** A provider's tokens at rest, under a key specific to their row: moved to another row, they can't be opened. */
export function sealProviderTokens(
  keys: DataKeys,
  accountId: string,
  { accessToken, refreshToken, expiresAt }: ProviderTokens,
) {
  const sealed = (kind: string, token: string | null) =>
    token ? seal(keys.of(providerTokenPurpose(accountId, kind)), Buffer.from(token)) : null;
  return {
    accessToken: sealed('access', accessToken),
    refreshToken: sealed('refresh', refreshToken),
    tokenExpiresAt: expiresAt,
  };
}
