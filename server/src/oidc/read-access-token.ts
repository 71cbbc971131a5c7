import { findByClientId } from '../applications/store.ts';
import { findGrant, type GrantRow } from './grant-store.ts';
import type { Claims } from './open-key.ts';
import type { OpenOidcContext } from './parts.ts';
import { readLiveToken } from './read-token.ts';

/** What an access token says, and the grant it was issued under. A service has none. */
export type AccessToken = { claims: Claims; grant: GrantRow | undefined };

/** One that is good at this moment: whatever ended what it hangs on, it is over with it. */
export async function readAccessToken(
  { deps, origin }: OpenOidcContext,
  token: string,
): Promise<AccessToken | undefined> {
  const claims = await readLiveToken(deps.oidc, token, 'at+jwt', origin.now);
  const issuedUnder = String(claims?.jti).split('.')[0] ?? '';
  if (!claims) return undefined;
  if (issuedUnder === 'service') {
    const application = await findByClientId(deps.sql, String(claims.client_id));
    return application && { claims, grant: undefined };
  }
  const grant = await findGrant(deps.sql, issuedUnder, origin.now);
  return grant && { claims, grant };
}
