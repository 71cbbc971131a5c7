import { sha256 } from '../crypto/credentials.ts';
import type { RequestOrigin } from '../origin.ts';
import type { OAuthDeps } from './parts.ts';
import { type Failure, isFailure, type Provider } from './provider.ts';
import { safeReturnTo } from './return-to.ts';

type Departure = { url: URL; ticket: string };

/** Everything that must come back unaltered goes along as the state; the browser keeps the ticket that proves it. */
export async function startSignIn(
  deps: OAuthDeps,
  provider: Provider,
  input: { returnTo?: string | undefined; inviteToken?: string | undefined; link?: string | undefined },
  origin: RequestOrigin,
): Promise<Departure | Failure> {
  const { inviteToken, link } = input;
  const { state, nonce, codeVerifier, ticket } = deps.oauth.tokens.start(
    {
      provider: provider.name,
      returnTo: safeReturnTo(input.returnTo, deps.config.baseUrl),
      ...(inviteToken && { inviteToken }),
      ...(link && { link }),
    },
    origin.now,
  );
  const codeChallenge = sha256(codeVerifier).toString('base64url');
  const url = await provider.authorizationUrl({ state, nonce, codeChallenge });
  // A provider that cannot be reached is in the log; a row for each who asks would be anybody's to write.
  return isFailure(url) ? url : { url, ticket };
}
