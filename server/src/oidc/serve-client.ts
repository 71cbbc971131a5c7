import type { ApplicationRow } from '../applications/store.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { wordsOf } from './authorize-request.ts';
import type { TokenRequest } from './exchange-token.ts';
import { answerOf, newTokenId, type TokenAnswer, timesOf } from './issue-tokens.ts';
import type { OpenOidcContext } from './parts.ts';
import { isResource } from './resource.ts';

/** A token for a service itself: nobody is signed in, so it can only carry the service's organization. */
export async function serveClient(
  { deps, origin }: OpenOidcContext,
  application: ApplicationRow,
  { scope, resource }: TokenRequest,
): Promise<TokenAnswer | Refusal<'INVALID_TARGET'>> {
  if (resource !== undefined && !isResource(resource)) return refuse('INVALID_TARGET');
  const { clientId, organizationId, signingAlgorithm } = application;
  const tellsOrganization = organizationId !== null && wordsOf(scope).includes('organization');
  const scopes = tellsOrganization && application.scopes.includes('organization') ? ['organization'] : [];
  const { issuer, keys } = deps.oidc;
  const key = await keys.current(signingAlgorithm);
  const accessToken = key.sign('at+jwt', {
    iss: issuer,
    sub: clientId,
    aud: resource ?? issuer,
    client_id: clientId,
    scope: scopes.join(' '),
    ...timesOf(origin.now),
    jti: newTokenId('service'),
    ...(scopes.length > 0 && { org_id: organizationId }),
  });
  return answerOf(accessToken, scopes);
}
