import { record } from '../audit/record.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Deps } from '../deps.ts';
import { type Failure, isFailure, type Provider } from './provider.ts';
import { safeReturnTo } from './return-to.ts';

type Departure = { url: URL; ticket: string };

/** Everything that must come back unaltered goes along as the state; the browser keeps the ticket that proves it. */
export async function startSignIn(
  deps: Deps,
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
  if (!isFailure(url)) return { url, ticket };
  const metadata = { provider: provider.name, reason: url.failed };
  await record(deps.sql, origin, { action: 'AUTH_OAUTH_LOGIN_FAILED', user: null, metadata });
  return url;
}
