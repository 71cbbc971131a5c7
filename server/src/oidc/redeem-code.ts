import { lifetimes } from '@latchkey/contract';
import { arrivedBefore, sharedUntil } from '../accounts/rotation.ts';
import { findUser } from '../accounts/user-store.ts';
import type { ApplicationRow } from '../applications/store.ts';
import { record } from '../audit/record.ts';
import { equalSecrets, sha256 } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type CodeRow, findCode, holdSession, redeem, settleCode } from './code-store.ts';
import type { TokenRequest } from './exchange-token.ts';
import { deleteGrant, insertGrant } from './grant-store.ts';
import { issueTokens, type TokenAnswer } from './issue-tokens.ts';
import type { OpenOidcContext } from './parts.ts';
import { findUsableGrant } from './usable-grant.ts';

type CodeRefusal = Refusal<'INVALID_REQUEST' | 'INVALID_GRANT' | 'INVALID_TARGET'>;

/** Trades a code for tokens, once. A request with a wrong client, address or verifier does not spend it. */
export async function redeemCode(
  context: OpenOidcContext,
  application: ApplicationRow,
  request: TokenRequest,
): Promise<TokenAnswer | CodeRefusal> {
  const { deps } = context;
  if (request.code === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'code is missing.' } });
  const hash = sha256(request.code);
  const code = await findCode(deps.sql, hash);
  if (code?.applicationId !== application.id || !isBoundTo(code, request)) return refuse('INVALID_GRANT');
  if (request.resource !== undefined && request.resource !== code.resource) return refuse('INVALID_TARGET');
  if (!(await spend(context, hash, code))) return refuseSpent(context, application, hash);
  // Anybody who knows the tokens comes later than this.
  await settleCode(deps.sql, hash, deps.clock.instant());
  const grant = await findUsableGrant(context, code.grantId);
  if (!grant) return refuse('INVALID_GRANT');
  return issueTokens(context, grant, { scopes: grant.scopes, refreshCounter: 0, nonce: code.nonce });
}

/** A verifier without a challenge is as wrong as a challenge without a verifier: somebody removed the challenge. */
function isBoundTo({ redirectUri, codeChallenge }: CodeRow, request: TokenRequest): boolean {
  if (request.redirect_uri !== redirectUri) return false;
  const { code_verifier: verifier } = request;
  if (verifier === undefined || codeChallenge === null)
    return verifier === undefined && codeChallenge === null;
  return (
    /^[\w.~-]{43,128}$/.test(verifier) && equalSecrets(sha256(verifier).toString('base64url'), codeChallenge)
  );
}

/** True for one of those that come at once; the grant exists from the same moment on. */
function spend({ deps, origin }: OpenOidcContext, hash: Buffer, code: CodeRow): Promise<boolean> {
  const { now } = origin;
  const { grantId: id, applicationId } = code;
  const refreshExpiresAt = new Date(now.getTime() + lifetimes.oidcRefreshDays * 86_400_000);
  return transact(deps, async (tx) => {
    if (!(await holdSession(tx, code.sessionId))) return false;
    if (!(await redeem(tx, { hash, applicationId, openUntil: sharedUntil(deps.clock), now }))) return false;
    await insertGrant(tx, { ...code, id, refreshExpiresAt, now });
    return true;
  });
}

/** Whoever came while it was being used was merely late. Later, the code is in two hands: its grant ends. */
async function refuseSpent(
  { deps, origin }: OpenOidcContext,
  { id: applicationId, clientId, name }: ApplicationRow,
  hash: Buffer,
): Promise<CodeRefusal> {
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
