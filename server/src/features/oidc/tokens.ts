import { lifetimes } from '@latchkey/contract';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal } from '../../identity/hooks/heed.ts';
import { classifyReplay, settleRotation, sharedUntil } from '../../identity/sessions/session-grant.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import type { ExtraClaims } from '../../records/hooks/claims.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import { isResource, scopeIn, splitWords } from './authorize-request.ts';
import { authenticateClient, type TokenRequest } from './clients.ts';
import { redeemCode } from './codes.ts';
import { deviceGrantType, redeemDevice } from './device-poll.ts';
import { heedClaims } from './extra-claims.ts';
import { deleteGrant, type GrantRow, rotateGrant, settleGrant } from './grant-store.ts';
import { findUsableGrant } from './grants.ts';
import { answerOf, issueTokens, newTokenId, type TokenAnswer, timesOf } from './issue-tokens.ts';
import type { OpenOidcContext } from './oidc-deps.ts';

type RefreshRefusal = Refusal<'INVALID_REQUEST' | 'INVALID_GRANT' | 'INVALID_SCOPE' | 'INVALID_TARGET'>;

/** Same rule as for sessions: simultaneous requests share the outcome, and a later one ends the grant. */
async function refreshGrant(
  context: OpenOidcContext,
  application: ApplicationRow,
  request: TokenRequest,
): Promise<TokenAnswer | RefreshRefusal> {
  const { deps, origin } = context;
  const { refresh_token: token } = request;
  if (token === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'refresh_token is missing.' } });
  const presented = deps.credentials.readGrantToken(token);
  const before = presented && (await findUsableGrant(context, presented.id));
  if (!presented || before?.applicationId !== application.id) return refuse('INVALID_GRANT');
  const scopes = scopesOf(before, request);
  if ('refused' in scopes) return scopes;
  const { id, counter } = presented;
  const replayed = before.counter === counter ? 'shared' : classifyReplay(origin.receivedAt, counter, before);
  const issue = { application, grant: before, scopes, grantType: 'refresh_token' } as const;
  const claims = replayed === 'shared' ? heedClaims(context, before.hook, issue) : null;
  const rotated = await rotate(context, application.id, { ...presented, claims });
  if (rotated) await settleRotation(deps.clock, (at) => settleGrant(deps.sql, id, counter + 1, at));
  // Read again: the grant may have ended meanwhile.
  const grant = await findUsableGrant(context, id);
  if (!grant) return refuse('INVALID_GRANT');
  const replay = rotated ? 'shared' : classifyReplay(origin.receivedAt, counter, grant);
  if (replay === 'reused') return endReused(context, application, grant);
  if (replay === 'late') return refuse('INVALID_GRANT');
  return issueTokens(context, { ...grant, claims }, { scopes, refreshCounter: counter + 1 });
}

/** A request may ask for less; what was granted stays. */
function scopesOf(
  { scopes, resource }: GrantRow,
  request: TokenRequest,
): string[] | Refusal<'INVALID_SCOPE' | 'INVALID_TARGET'> {
  if (request.resource !== undefined && request.resource !== resource) return refuse('INVALID_TARGET');
  if (request.scope === undefined) return scopes;
  const asked = splitWords(request.scope);
  return asked.every((scope) => scopes.some((held) => held === scope)) ? asked : refuse('INVALID_SCOPE');
}

function rotate(
  { deps, origin }: OpenOidcContext,
  applicationId: string,
  { id, counter, claims }: { id: string; counter: number; claims: ExtraClaims | null },
): Promise<boolean> {
  const { now } = origin;
  const expiresAt = new Date(now.getTime() + lifetimes.oidcRefreshDays * 86_400_000);
  const shares = { sharedUntil: sharedUntil(deps.clock), expiresAt };
  const rotation = { id, applicationId, counter, claims, ...shares, now };
  return rotateGrant(deps.sql, rotation);
}

/** Another client has a copy of this token, or had it first: the grant ends for both. */
async function endReused(
  { deps, origin }: OpenOidcContext,
  { id: applicationId, clientId, name }: ApplicationRow,
  grant: GrantRow,
): Promise<Refusal<'INVALID_GRANT'>> {
  await transact(deps, async (tx) => {
    if (!(await deleteGrant(tx, grant.grantId))) return;
    const metadata = { applicationId, clientId, name };
    await record(tx, origin, { action: 'AUTH_APP_REFRESH_REUSED', user: grant, metadata });
  });
  return refuse('INVALID_GRANT');
}

/** A token for a service itself: no user is signed in, so it can only carry the service's organization. */
async function serveClient(
  { deps, origin }: OpenOidcContext,
  application: ApplicationRow,
  { scope, resource }: TokenRequest,
): Promise<TokenAnswer | Refusal<'INVALID_TARGET'>> {
  if (resource !== undefined && !isResource(resource)) return refuse('INVALID_TARGET');
  const { clientId, organizationId, signingAlgorithm } = application;
  const tellsOrganization = organizationId !== null && splitWords(scope).includes('organization');
  const scopes = tellsOrganization && application.scopes.includes('organization') ? ['organization'] : [];
  const { issuer, keys } = deps.oidc;
  const key = await keys.current(signingAlgorithm);
  const accessToken = key.sign('at+jwt', {
    iss: issuer,
    sub: clientId,
    aud: resource ?? issuer,
    client_id: clientId,
    ...scopeIn(scopes),
    ...timesOf(origin.now),
    jti: newTokenId('service'),
    ...(scopes.length > 0 && { org_id: organizationId }),
  });
  return answerOf(accessToken, scopes);
}

type TokenRefusal = Refusal<
  | 'INVALID_REQUEST'
  | 'INVALID_CLIENT'
  | 'INVALID_GRANT'
  | 'INVALID_SCOPE'
  | 'INVALID_TARGET'
  | 'UNAUTHORIZED_CLIENT'
  | 'UNSUPPORTED_GRANT_TYPE'
  | 'AUTHORIZATION_PENDING'
  | 'SLOW_DOWN'
  | 'ACCESS_DENIED'
  | 'EXPIRED_TOKEN'
>;

/** A hook that adds claims is asked before anything is spent. */
export function exchangeToken(
  context: OpenOidcContext & AskingContext,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal | HookRefusal> {
  return asking(context, (current) => exchange(current, request));
}

async function exchange(
  context: OpenOidcContext,
  request: TokenRequest,
): Promise<TokenAnswer | TokenRefusal> {
  const application = await authenticateClient(context, request);
  if (isRefusal(application)) return application;
  const isService = application.kind === 'service';
  switch (request.grant_type) {
    case 'authorization_code':
      return isService ? refuse('UNAUTHORIZED_CLIENT') : redeemCode(context, application, request);
    case deviceGrantType:
      return redeemDevice(context, application, request);
    case 'refresh_token':
      return isService ? refuse('UNAUTHORIZED_CLIENT') : refreshGrant(context, application, request);
    case 'client_credentials':
      return isService ? serveClient(context, application, request) : refuse('UNAUTHORIZED_CLIENT');
    case undefined:
      return refuse('INVALID_REQUEST', { details: { description: 'grant_type is missing.' } });
    default:
      return refuse('UNSUPPORTED_GRANT_TYPE');
  }
}
