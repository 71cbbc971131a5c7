import type { Context, OpenContext } from '../../identity/caller/caller.ts';
import type { Deps } from '../../identity/deps.ts';
import { sessionSecretsOf } from '../../records/vault/data-keys.ts';
import { createProviders, type Providers } from './providers.ts';
import { createOAuthTokens, createPendingProofs, type OAuthTokens, type PendingProofs } from './tokens.ts';

/** What only this area needs: the providers the service is registered with, and the tokens of a sign-in under way. */
export type OAuth = { providers: Providers; tokens: OAuthTokens; pendingProofs: PendingProofs };

export type OAuthDeps = Deps & { oauth: OAuth };

/** What this area's verbs work with. */
export type OAuthContext = Context & { deps: OAuthDeps };
/** The same, for verbs that need no caller. */
export type OpenOAuthContext = OpenContext & { deps: OAuthDeps };

export function createOAuth({ config, clock, log }: Deps, timeoutMs?: number): OAuth {
  const secrets = sessionSecretsOf(config.secrets);
  return {
    providers: createProviders({ config, clock, log, timeoutMs }),
    tokens: createOAuthTokens(secrets),
    pendingProofs: createPendingProofs(secrets),
  };
}
