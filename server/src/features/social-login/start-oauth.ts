import { safeReturnTo } from '@latchkey/contract';
import type { SessionCaller } from '../../identity/caller/caller.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { landingPage } from './finish-oauth.ts';
import type { OpenOAuthContext } from './oauth-deps.ts';
import { isFailure } from './provider.ts';

type Start = {
  provider: string;
  returnTo?: string | undefined;
  inviteToken?: string | undefined;
  link?: 'true' | 'false' | undefined;
};

/** Where the browser goes, and the ticket it keeps meanwhile. Without a ticket, it only goes back to our pages. */
type Departure = { url: URL; ticket?: string };

/** Everything that must come back unaltered goes along as the state; the browser keeps the ticket that proves it. */
export async function startOAuth(
  { deps, caller, origin }: OpenOAuthContext & { caller: SessionCaller | undefined },
  { provider: name, inviteToken, link, ...wanted }: Start,
): Promise<Departure | Refusal<'PROVIDER_NOT_AVAILABLE' | 'NOT_FOUND'>> {
  const provider = deps.oauth.providers.find(name);
  if (isRefusal(provider)) return provider;
  // Only a browser's own session may link another provider.
  if (link === 'true' && !caller) return { url: landingPage(deps, { failed: 'invalid_state' }) };
  const returnTo = safeReturnTo(wanted.returnTo, deps.config.baseUrl, deps.config.corsOrigins) ?? '/';
  if (!caller && (await refuseSignIn(deps, name)))
    return { url: landingPage(deps, { failed: 'sign_in_method_not_allowed', returnTo }) };
  const { state, nonce, codeVerifier, ticket } = deps.oauth.tokens.start(
    {
      provider: name,
      returnTo,
      ...(inviteToken && { inviteToken }),
      ...(caller && { link: caller.user.id }),
    },
    origin.now,
  );
  const codeChallenge = sha256(codeVerifier).toString('base64url');
  const url = await provider.authorizationUrl({ state, nonce, codeChallenge });
  // An unreachable provider is only logged: with a row for each request, any client could write to the database.
  return isFailure(url) ? { url: landingPage(deps, { ...url, returnTo }) } : { url, ticket };
}
