import { isPublic } from '../applications/policy.ts';
import type { ApplicationRow } from '../applications/store.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { authenticateClient, type ClientProof } from './authenticate-client.ts';
import { rightsOf } from './claims.ts';
import type { GrantRow } from './grant-store.ts';
import type { OpenOidcContext } from './parts.ts';
import { type AccessToken, readAccessToken } from './read-access-token.ts';
import { findUsableGrant } from './usable-grant.ts';

type Question = ClientProof & { token?: string | undefined };
type Introspection = { active: boolean } & Record<string, unknown>;

/** For clients with a secret: about any access token, and about their own refresh tokens. */
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

function aboutAccessToken({ claims, grant, scopes }: AccessToken): Introspection {
  const { iss, sub, aud, client_id, exp, iat, jti, sid, org_id } = claims;
  const scope = scopes.join(' ');
  const said = { iss, sub, aud, client_id, scope, exp, iat, jti, ...(sid ? { sid } : {}) };
  const active = { active: true, token_type: 'Bearer', ...said };
  if (!grant) return { ...active, ...(scopes.includes('organization') ? { org_id } : {}) };
  // What somebody may do is reported as of now, not as of when the token was issued.
  return { ...active, ...usernameOf(grant, scopes), ...rightsOf(grant, scopes) };
}

/** An address is told only to those it was granted to, here as at userinfo. */
function usernameOf({ email }: GrantRow, scopes: readonly string[]): { username?: string } {
  return scopes.includes('email') ? { username: email } : {};
}

async function aboutRefreshToken(
  context: OpenOidcContext,
  application: ApplicationRow,
  token: string,
): Promise<Introspection | undefined> {
  const { credentials, oidc } = context.deps;
  const presented = credentials.readGrantToken(token);
  const grant = presented && (await findUsableGrant(context, presented.id));
  if (grant?.applicationId !== application.id || grant.refreshCounter !== presented?.counter)
    return undefined;
  const { clientId: client_id, id: sub, sid, scopes } = grant;
  const told = { iss: oidc.issuer, sub, client_id, sid, scope: scopes.join(' ') };
  return { active: true, ...told, ...usernameOf(grant, scopes) };
}
