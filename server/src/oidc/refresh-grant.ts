import { lifetimes } from '@latchkey/contract';
import { arrivedBefore, settleRotation, sharedUntil } from '../accounts/rotation.ts';
import type { ApplicationRow } from '../applications/store.ts';
import { record } from '../audit/record.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { wordsOf } from './authorize-request.ts';
import type { TokenRequest } from './exchange-token.ts';
import { deleteGrant, type GrantRow, rotateGrant, settleGrant } from './grant-store.ts';
import { issueTokens, type TokenAnswer } from './issue-tokens.ts';
import type { OpenOidcContext } from './parts.ts';
import { findUsableGrant } from './usable-grant.ts';

type RefreshRefusal = Refusal<'INVALID_REQUEST' | 'INVALID_GRANT' | 'INVALID_SCOPE' | 'INVALID_TARGET'>;

/** Same rule as for sessions: simultaneous requests share the outcome, and a later one ends the grant. */
export async function refreshGrant(
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
  const rotated = await rotate(context, application.id, presented);
  if (rotated) await settleRotation(deps.clock, (at) => settleGrant(deps.sql, id, counter + 1, at));
  // Again: it may have ended meanwhile.
  const grant = await findUsableGrant(context, id);
  if (!grant) return refuse('INVALID_GRANT');
  const shares =
    grant.refreshCounter === counter + 1 && arrivedBefore(origin.receivedAt, grant.refreshRotatedAt);
  if (!rotated && !shares) return endReused(context, application, grant);
  return issueTokens(context, grant, { scopes, refreshCounter: counter + 1 });
}

/** A request may ask for less; what was granted stays. */
function scopesOf(
  { scopes, resource }: GrantRow,
  request: TokenRequest,
): string[] | Refusal<'INVALID_SCOPE' | 'INVALID_TARGET'> {
  if (request.resource !== undefined && request.resource !== resource) return refuse('INVALID_TARGET');
  if (request.scope === undefined) return scopes;
  const asked = wordsOf(request.scope);
  return asked.every((scope) => scopes.some((held) => held === scope)) ? asked : refuse('INVALID_SCOPE');
}

function rotate(
  { deps, origin }: OpenOidcContext,
  applicationId: string,
  { id, counter }: { id: string; counter: number },
): Promise<boolean> {
  const { now } = origin;
  const expiresAt = new Date(now.getTime() + lifetimes.oidcRefreshDays * 86_400_000);
  const rotation = { id, applicationId, counter, sharedUntil: sharedUntil(deps.clock), expiresAt, now };
  return rotateGrant(deps.sql, rotation);
}

/** Somebody else holds a copy of this token, or held it first: nobody may go on with it. */
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
