import { findByClientId } from '../applications/store.ts';
import { wordsOf } from './authorize-request.ts';
import type { GrantRow } from './grant-store.ts';
import type { Claims } from './open-key.ts';
import type { OpenOidcContext } from './parts.ts';
import { readLiveToken } from './read-token.ts';
import { findUsableGrant } from './usable-grant.ts';

/** What an access token says, and its grant. A service has none. Scopes: those that still hold. */
export type AccessToken = { claims: Claims; grant: GrantRow | undefined; scopes: string[] };

/** A token that is valid right now: it is over as soon as anything it depends on is. */
export async function readAccessToken(
  context: OpenOidcContext,
  token: string,
  find = findUsableGrant,
): Promise<AccessToken | undefined> {
  const { deps, origin } = context;
  const claims = await readLiveToken(deps.oidc, token, 'at+jwt', origin.now);
  const issuedUnder = String(claims?.jti).split('.')[0] ?? '';
  if (!claims) return undefined;
  const scopes = wordsOf(String(claims.scope));
  if (issuedUnder === 'service') {
    const application = await findByClientId(deps.sql, String(claims.client_id));
    // A service's only scope. Issued for one organization, it doesn't become another's.
    const holds =
      application?.scopes.includes('organization') && application.organizationId === claims.org_id;
    return application && { claims, grant: undefined, scopes: holds ? scopes : [] };
  }
  const grant = await find(context, issuedUnder);
  const holds = (scope: string) => grant?.scopes.some((held) => held === scope);
  return grant && { claims, grant, scopes: scopes.filter(holds) };
}
