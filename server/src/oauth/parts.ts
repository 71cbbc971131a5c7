import type { Deps } from '../deps.ts';
import { createPendingProofs, type PendingProofs } from './pending.ts';
import { createProviders, type Providers } from './providers.ts';
import { createOAuthTokens, type OAuthTokens } from './tokens.ts';

/** What only this area needs: the providers the service is registered with, and the tokens of a sign-in under way. */
export type OAuth = { providers: Providers; tokens: OAuthTokens; pendingProofs: PendingProofs };

/** The tools of this area's verbs. */
export type OAuthDeps = Deps & { oauth: OAuth };

export function createOAuth({ config, clock, log }: Deps, timeoutMs?: number): OAuth {
  return {
    providers: createProviders({ config, clock, log, timeoutMs }),
    tokens: createOAuthTokens(config.secrets.session),
    pendingProofs: createPendingProofs(config.secrets.session),
  };
}
