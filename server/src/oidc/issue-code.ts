import { lifetimes } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { type ApplicationRow, holdMembership } from '../applications/store.ts';
import { record } from '../audit/record.ts';
import type { SessionCaller } from '../caller/caller.ts';
import { newToken } from '../crypto/credentials.ts';
import { transact } from '../db/transact.ts';
import { amrOf } from './amr.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import { holdSession, insertCode } from './code-store.ts';
import { addConsent, holdConsent } from './consent-store.ts';
import type { OpenOidcContext } from './parts.ts';
import type { SessionProof } from './session-store.ts';

type Authorized = {
  caller: SessionCaller;
  application: ApplicationRow;
  redirectUri: string;
  request: AuthorizeRequest;
  proof: SessionProof;
  /** Whether they were asked just now. */
  asked: boolean;
};

/**
 * A code, the consent it stands for and the entry that records it. Undefined when session, membership or consent just
 * ended.
 */
export function issueCode(
  { deps, origin }: OpenOidcContext,
  { caller, application, redirectUri, request, proof, asked }: Authorized,
): Promise<string | undefined> {
  const { user, sessionId } = caller;
  const { id: applicationId, clientId, name, organizationId } = application;
  const { scopes, codeChallenge = null, nonce = null, resource = null } = request;
  const { now } = origin;
  const { token: code, hash } = newToken();
  const [grantId, userId] = [uuidv7(), user.id];
  return transact(deps, async (tx) => {
    if (organizationId !== null && !(await holdMembership(tx, userId, organizationId))) return undefined;
    const agreed = { userId, applicationId, scopes };
    const remembered = !asked && !application.firstParty;
    // In this order, as whoever ends a session takes them.
    if (remembered && !((await holdSession(tx, sessionId)) && (await holdConsent(tx, agreed))))
      return undefined;
    const granted = { grantId, applicationId, userId, sessionId, scopes, resource };
    const bound = { redirectUri, codeChallenge, nonce, authTime: proof.provenAt, amr: amrOf(proof.methods) };
    const expiresAt = new Date(now.getTime() + lifetimes.oidcCodeSeconds * 1000);
    if (!(await insertCode(tx, { ...granted, ...bound, hash, expiresAt, now }))) return undefined;
    await addConsent(tx, { ...agreed, asked, now });
    const metadata = { applicationId, clientId, name, scopes, sessionId };
    await record(tx, origin, { action: 'AUTH_APP_AUTHORIZED', user, metadata });
    return code;
  });
}
