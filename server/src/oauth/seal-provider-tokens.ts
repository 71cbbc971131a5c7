import type { Config } from '../config.ts';
import { deriveKey, seal } from '../crypto/seal.ts';
import type { ProviderTokens } from './provider.ts';

/** A provider's tokens at rest, under a key of their row: moved to another row they cannot be opened. */
export function sealProviderTokens(
  { secrets }: Config,
  accountId: string,
  { accessToken, refreshToken, expiresAt }: ProviderTokens,
) {
  const sealed = (kind: string, token: string | null) =>
    token ? seal(deriveKey(secrets.session, `oauth-account:${accountId}:${kind}`), Buffer.from(token)) : null;
  return {
    accessToken: sealed('access', accessToken),
    refreshToken: sealed('refresh', refreshToken),
    tokenExpiresAt: expiresAt,
  };
}
