import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { findUser } from '../../identity/accounts/user-store.ts';
import { connectionOf, type SessionCaller } from '../../identity/caller/caller.ts';
import { arrivedBefore, sharedUntil } from '../../identity/sessions/session-grant.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { type ApplicationRow, holdMembership } from '../applications/application-store.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import type { ClientDocument } from './client-documents.ts';
import type { TokenRequest } from './clients.ts';
import { type CodeRow, findCode, holdSession, insertCode, redeem, settleCode } from './code-store.ts';
import { addConsent, holdConsent } from './consent-store.ts';
import { addClaims } from './extra-claims.ts';
import { keepDocumented } from './find-client.ts';
import { deleteGrant, insertGrant, type SessionProof } from './grant-store.ts';
import { findUsableGrant } from './grants.ts';
import { amrOf, issueTokens, type TokenAnswer } from './issue-tokens.ts';
import type { OpenOidcContext } from './oidc-deps.ts';
import type { GrantOrganization } from './organization.ts';

type Authorized = {
  caller: SessionCaller;
  organization: GrantOrganization | null;
  application: ApplicationRow;
  redirectUri: string;
  request: AuthorizeRequest;
  proof: SessionProof;
  document: ClientDocument | undefined;
  /** Whether the user was just asked for consent. */
  asked: boolean;
};

/**
 * Writes a code, the consent behind it and the entry that records it. Undefined when session, membership or consent just
 * ended.
 */
export function issueCode(
  { deps, origin }: OpenOidcContext,
  { caller, organization, redirectUri, request, proof, asked, document, ...client }: Authorized,
): Promise<string | undefined> {
  const { user, sessionId } = caller;
  const [organizationId, organizationBound] = [organization?.id ?? null, organization?.isBound ?? false];
  const { scopes, codeChallenge = null, nonce = null, resource = null } = request;
  const { now } = origin;
  const { token: code, hash } = newToken();
  const [grantId, userId] = [uuidv7(), user.id];
  return transact(deps, async (tx) => {
    const application = document
      ? await keepDocumented(tx, client.application, document, origin)
      : client.application;
    if (!application) return undefined;
    const { id: applicationId, clientId, name } = application;
    if (organizationId && organizationBound && !(await holdMembership(tx, userId, organizationId)))
      return undefined;
    const agreed = { userId, applicationId, organizationId, connectionId: connectionOf(caller), scopes };
    const remembered = !asked && !application.firstParty;
    // Locked in the same order as when a session ends.
    if (remembered && !((await holdSession(tx, sessionId)) && (await holdConsent(tx, agreed))))
      return undefined;
    const about = { organizationId, organizationBound };
    const granted = { grantId, applicationId, userId, sessionId, ...about, scopes, resource };
    const bound = {
      redirectUri,
      codeChallenge,
      nonce,
      authTime: proof.authenticatedAt,
      amr: amrOf(proof.methods),
    };
    const expiresAt = new Date(now.getTime() + lifetimes.oidcCodeSeconds * 1000);
    if (!(await insertCode(tx, { ...granted, ...bound, hash, expiresAt, now }))) return undefined;
    await addConsent(tx, { ...agreed, asked, now });
    const metadata = { applicationId, clientId, name, scopes, sessionId };
    const there = { ...user, organizationId, organizationRole: organization?.role ?? 'MEMBER' } as const;
    await record(tx, origin, { action: 'AUTH_APP_AUTHORIZED', user: there, metadata });
    return code;
  });
}

type AuthorizationCodeRefusal = Refusal<'INVALID_REQUEST' | 'INVALID_GRANT' | 'INVALID_TARGET'>;

/** Trades a code for tokens, once. A request with a wrong client, address or verifier does not spend it. */
export async function redeemCode(
  context: OpenOidcContext,
  application: ApplicationRow,
  request: TokenRequest,
): Promise<TokenAnswer | AuthorizationCodeRefusal> {
  const { deps } = context;
  if (request.code === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'code is missing.' } });
  const hash = sha256(request.code);
  const code = await findCode(deps.sql, hash);
  if (code?.applicationId !== application.id || !isBoundTo(code, request)) return refuse('INVALID_GRANT');
  if (request.resource !== undefined && request.resource !== code.resource) return refuse('INVALID_TARGET');
  if (!(await spend(context, application, { ...code, hash }))) return refuseSpent(context, application, hash);
  // No token exists before this moment: a later request with the same code is a replay.
  await settleCode(deps.sql, hash, deps.clock.instant());
  const grant = await findUsableGrant(context, code.grantId);
  if (!grant) return refuse('INVALID_GRANT');
  return issueTokens(context, grant, { scopes: grant.scopes, refreshCounter: 0, nonce: code.nonce });
}

/** A verifier without a challenge is refused, like a challenge without a verifier: an attacker may have removed it. */
function isBoundTo({ redirectUri, codeChallenge }: CodeRow, request: TokenRequest): boolean {
  if (request.redirect_uri !== redirectUri) return false;
  const { code_verifier: verifier } = request;
  if (verifier === undefined || codeChallenge === null)
    return verifier === undefined && codeChallenge === null;
  return (
    /^[\w.~-]{43,128}$/.test(verifier) && equalSecrets(sha256(verifier).toString('base64url'), codeChallenge)
  );
}

/** True for exactly one of the concurrent requests; the grant is created in the same transaction. */
function spend(
  context: OpenOidcContext,
  application: ApplicationRow,
  code: CodeRow & { hash: Buffer },
): Promise<boolean> {
  const { deps, origin } = context;
  const { now } = origin;
  const { grantId: id, applicationId, hash } = code;
  const refreshExpiresAt = new Date(now.getTime() + lifetimes.oidcRefreshDays * 86_400_000);
  return transact(deps, async (tx) => {
    if (!(await holdSession(tx, code.sessionId))) return false;
    if (!(await redeem(tx, { hash, applicationId, openUntil: sharedUntil(deps.clock), now }))) return false;
    const hook = await insertGrant(tx, { ...code, id, refreshExpiresAt, now });
    await addClaims(context, tx, hook, { application, id, grantType: 'authorization_code' });
    return true;
  });
}

/** A request received while the code was being used is only refused. A later one is a replay: the grant ends. */
async function refuseSpent(
  { deps, origin }: OpenOidcContext,
  { id: applicationId, clientId, name }: ApplicationRow,
  hash: Buffer,
): Promise<AuthorizationCodeRefusal> {
  const code = await findCode(deps.sql, hash);
  if (code?.redeemedAt && !arrivedBefore(origin.receivedAt, code.redeemedAt))
    await transact(deps, async (tx) => {
      if (!(await deleteGrant(tx, code.grantId))) return;
      const user = (await findUser(tx, code.userId, origin.now)) ?? null;
      const metadata = { applicationId, clientId, name };
      await record(tx, origin, { action: 'AUTH_APP_CODE_REUSED', user, metadata });
    });
  return refuse('INVALID_GRANT');
}
