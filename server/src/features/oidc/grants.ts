import { hasSecondFactor, needsTwoFactorSetup } from '../../identity/credentials/two-factor.ts';
import { isStale, judge } from '../../identity/policies/judge.ts';
import { endIfStale } from '../../identity/policies/stale-sessions.ts';
import type { Config } from '../../platform/config/config.ts';
import { isLive } from '../../platform/crypto/jwt.ts';
import type { Db } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import { isPublic } from '../applications/policy.ts';
import { scopeIn, splitWords } from './authorize-request.ts';
import { rightsOf } from './claims.ts';
import { isAllowedClient } from './client-documents.ts';
import { authenticateClient, type ClientProof } from './clients.ts';
import { findClient } from './find-client.ts';
import { deleteGrant, findGrant, type GrantRow } from './grant-store.ts';
import type { Oidc, OpenOidcContext } from './oidc-deps.ts';
import type { TokenClaims, TokenType } from './open-key.ts';

/** What a token of ours says, whenever it was issued. Only the key whose header it begins with is tried. */
export async function readToken(
  { keys, issuer }: Oidc,
  token: string,
  type: TokenType,
): Promise<TokenClaims | undefined> {
  for (const key of await keys.all()) {
    const claims = key.verify(token, type);
    if (claims) return claims.iss === issuer ? claims : undefined;
  }
  return undefined;
}

/** The same, unless it has expired. */
async function readLiveToken(
  oidc: Oidc,
  token: string,
  type: TokenType,
  now: Date,
): Promise<TokenClaims | undefined> {
  const claims = await readToken(oidc, token, type);
  return claims && isLive(claims, now) ? claims : undefined;
}

/**
 * Also undefined while its user has to set up two-factor, or a policy refuses the way they signed in: that comes first, as
 * before a code is issued. A grant that ends with its session ends when policies say that the session has.
 */
export async function findUsableGrant(
  { deps, origin }: OpenOidcContext,
  id: string,
  db: Db = deps.sql,
): Promise<GrantRow | undefined> {
  const { now } = origin;
  const grant = await findGrant(db, id, now);
  if (!grant || !isAllowedClient(deps.config, grant.clientId) || isBlocked(deps.config, grant, now))
    return undefined;
  const { policies, signedInAt } = grant;
  const isOver = signedInAt !== null && isStale(deps.config, policies, { ...grant, signedInAt }, now);
  return isOver && (await endIfStale(deps, grant.sid, now)) ? undefined : grant;
}

function isBlocked(config: Config, grant: GrantRow, now: Date): boolean {
  const { organizationId, organizationRole, signInMethod: method, secondFactor } = grant;
  const { signedInByOrganizationId: byOrganizationId, signedInByTrusted: isTrusted } = grant;
  const { connectionId, breakGlassIn, isOffline } = grant;
  const at = grant.signedInAt ?? now;
  const signIn = { method, at, secondFactor, byOrganizationId, connectionId, breakGlassIn, isTrusted };
  const judged = {
    organizationId,
    organizationRole,
    hasSecondFactor: hasSecondFactor(config, grant),
    signIn,
    isOffline,
  };
  const { blocked } = judge(config, grant.policies, judged, now);
  return blocked !== null || needsTwoFactorSetup(config, { user: grant, permissions: grant.permissions });
}

/** What an access token says, and its grant. A service has none. Scopes: those that still hold. */
export type AccessToken = { claims: TokenClaims; grant: GrantRow | undefined; scopes: string[] };

/** A token that is valid right now: it is over as soon as anything it depends on is. */
export async function readAccessToken(
  context: OpenOidcContext,
  token: string,
  find: (context: OpenOidcContext, id: string) => Promise<GrantRow | undefined> = findUsableGrant,
): Promise<AccessToken | undefined> {
  const { deps, origin } = context;
  const claims = await readLiveToken(deps.oidc, token, 'at+jwt', origin.now);
  const issuedUnder = String(claims?.jti).split('.')[0] ?? '';
  if (!claims) return undefined;
  const scopes = splitWords(typeof claims.scope === 'string' ? claims.scope : undefined);
  if (issuedUnder === 'service') {
    const application = await findClient(deps, String(claims.client_id));
    // A service's only scope. Issued for one organization, it doesn't become another's.
    const holds =
      application?.scopes.includes('organization') && application.organizationId === claims.org_id;
    return application && { claims, grant: undefined, scopes: holds ? scopes : [] };
  }
  const grant = await find(context, issuedUnder);
  const holds = (scope: string) => grant?.scopes.some((held) => held === scope);
  return grant && { claims, grant, scopes: scopes.filter(holds) };
}

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
  const said = { iss, sub, aud, client_id, ...scopeIn(scopes), exp, iat, jti, ...(sid ? { sid } : {}) };
  const active = { active: true, token_type: 'Bearer', ...said };
  if (!grant) return { ...active, ...(scopes.includes('organization') ? { org_id } : {}) };
  // Permissions are reported as of now, not as of when the token was issued.
  return { ...active, ...usernameOf(grant, scopes), ...rightsOf(grant, scopes) };
}

/** The email address is revealed only to clients that were granted it, as at userinfo. */
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
  if (grant?.applicationId !== application.id || grant.counter !== presented?.counter) return undefined;
  const { clientId: client_id, id: sub, sid, scopes } = grant;
  const told = { iss: oidc.issuer, sub, client_id, sid, ...scopeIn(scopes) };
  return { active: true, ...told, ...usernameOf(grant, scopes) };
}

type Revocation = ClientProof & { token?: string | undefined };

/** Ends everything granted with one of the client's own tokens. An unknown token counts as revoked. */
export async function revokeToken(
  context: OpenOidcContext,
  revocation: Revocation,
): Promise<Refusal<'INVALID_REQUEST' | 'INVALID_CLIENT' | 'INVALID_GRANT'> | undefined> {
  const application = await authenticateClient(context, revocation);
  if (isRefusal(application)) return application;
  const { token } = revocation;
  if (token === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'token is missing.' } });
  const grant = await grantOf(context, token);
  if (grant && grant.applicationId !== application.id) return refuse('INVALID_GRANT');
  if (grant) await endGrant(context, application, grant);
  return undefined;
}

async function grantOf(context: OpenOidcContext, token: string): Promise<GrantRow | undefined> {
  const { deps, origin } = context;
  // Whether or not it can be used right now.
  const find = (_context: OpenOidcContext, id: string) => findGrant(deps.sql, id, origin.now);
  const presented = deps.credentials.readGrantToken(token);
  return presented ? find(context, presented.id) : (await readAccessToken(context, token, find))?.grant;
}

function endGrant(
  { deps, origin }: OpenOidcContext,
  { id: applicationId, clientId, name }: ApplicationRow,
  grant: GrantRow,
): Promise<void> {
  return transact(deps, async (tx) => {
    if (!(await deleteGrant(tx, grant.grantId))) return;
    const metadata = { applicationId, clientId, name, reason: 'revoked' };
    await record(tx, origin, { action: 'AUTH_APP_REVOKED', user: grant, metadata });
  });
}
