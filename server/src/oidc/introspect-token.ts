import { isPublic } from '../applications/policy.ts';
import type { ApplicationRow } from '../applications/store.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { authenticateClient, type ClientProof } from './authenticate-client.ts';
import { rightsOf } from './claims.ts';
import { findGrant } from './grant-store.ts';
import type { OpenOidcContext } from './parts.ts';
import { type AccessToken, readAccessToken } from './read-access-token.ts';

type Question = ClientProof & { token?: string | undefined };
type Introspection = { active: boolean } & Record<string, unknown>;

/** Asked by whoever has a secret: of any access token, and of refresh tokens that are their own. */
export async function introspectToken(
  context: OpenOidcContext,
  question: Question,
): Promise<Introspection | Refusal<'INVALID_REQUEST' | 'INVALID_CLIENT'>> {
  const application = await authenticateClient(context, question);
  if (isRefusal(application)) return application;
  if (isPublic(application)) return refuse('INVALID_CLIENT');
  const { token } = question;
  if (token === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'token is missing.' } });
  const accessToken = await readAccessToken(context, token);
  if (accessToken) return aboutAccessToken(accessToken);
  return (await aboutRefreshToken(context, application, token)) ?? { active: false };
}

function aboutAccessToken({ claims, grant }: AccessToken): Introspection {
  const { iss, sub, aud, client_id, scope, exp, iat, jti, sid, org_id } = claims;
  const said = { iss, sub, aud, client_id, scope, exp, iat, jti, ...(sid ? { sid } : {}) };
  const active = { active: true, token_type: 'Bearer', ...said };
  if (!grant) return { ...active, ...(org_id ? { org_id } : {}) };
  // What somebody may do is told as it is now, not as it was when the token was issued.
  return { ...active, username: grant.email, ...rightsOf(grant, String(scope).split(' ')) };
}

async function aboutRefreshToken(
  { deps, origin }: OpenOidcContext,
  application: ApplicationRow,
  token: string,
): Promise<Introspection | undefined> {
  const presented = deps.credentials.readGrantToken(token);
  const grant = presented && (await findGrant(deps.sql, presented.id, origin.now));
  if (grant?.applicationId !== application.id || grant.refreshCounter !== presented?.counter)
    return undefined;
  const { clientId: client_id, id: sub, sid, scopes } = grant;
  const iss = deps.oidc.issuer;
  return { active: true, iss, sub, client_id, sid, scope: scopes.join(' '), username: grant.email };
}
