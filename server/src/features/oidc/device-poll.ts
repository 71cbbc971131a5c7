import { lifetimes } from '@latchkey/contract';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import type { ApplicationRow } from '../applications/application-store.ts';
import type { TokenRequest } from './clients.ts';
import { holdSession } from './code-store.ts';
import { deny, type Polled, poll, redeem } from './device-store.ts';
import { addClaims } from './extra-claims.ts';
import { deleteGrant, insertGrant } from './grant-store.ts';
import { findUsableGrant } from './grants.ts';
import { issueTokens, type TokenAnswer } from './issue-tokens.ts';
import type { OpenOidcContext } from './oidc-deps.ts';

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

type DeviceRefusal = Refusal<
  | 'INVALID_REQUEST'
  | 'UNAUTHORIZED_CLIENT'
  | 'INVALID_GRANT'
  | 'INVALID_TARGET'
  | 'AUTHORIZATION_PENDING'
  | 'SLOW_DOWN'
  | 'ACCESS_DENIED'
  | 'EXPIRED_TOKEN'
>;

/** Tokens for the device, once, if a person has allowed it and could still do so now. */
export async function redeemDevice(
  context: OpenOidcContext,
  application: ApplicationRow,
  request: TokenRequest,
): Promise<TokenAnswer | DeviceRefusal> {
  const { deps, origin } = context;
  if (!application.deviceGrant) return refuse('UNAUTHORIZED_CLIENT');
  if (request.device_code === undefined)
    return refuse('INVALID_REQUEST', { details: { description: 'device_code is missing.' } });
  const asks = { deviceHash: sha256(request.device_code), applicationId: application.id, now: origin.now };
  const code = await poll(deps.sql, asks);
  if (!code || code.state === 'redeemed') return refuse('INVALID_GRANT');
  if (code.expiresAt <= origin.now) return refuse('EXPIRED_TOKEN');
  if (code.state === 'pending') return refuse(code.isTooSoon ? 'SLOW_DOWN' : 'AUTHORIZATION_PENDING');
  if (code.state === 'denied') return refuse('ACCESS_DENIED');
  if (request.resource !== undefined && request.resource !== code.resource) return refuse('INVALID_TARGET');
  const outcome = await spend(context, application, code);
  return outcome === 'redeemed' ? tokensFor(context, code) : refuse(outcome);
}

/** `redeemed` for exactly one of the concurrent requests; the grant is created in the same transaction. */
function spend(
  context: OpenOidcContext,
  application: ApplicationRow,
  code: Polled,
): Promise<'redeemed' | 'INVALID_GRANT' | 'ACCESS_DENIED'> {
  const { deps, origin } = context;
  const { now } = origin;
  const refreshExpiresAt = new Date(now.getTime() + lifetimes.oidcRefreshDays * 86_400_000);
  return transact(deps, async (tx) => {
    if (!(await holdSession(tx, code.sessionId))) {
      await deny(tx, code.id);
      return 'ACCESS_DENIED';
    }
    if (!(await redeem(tx, code.id, now))) return 'INVALID_GRANT';
    const hook = await insertGrant(tx, { ...code, refreshExpiresAt, now });
    await addClaims(context, tx, hook, { application, id: code.id, grantType: deviceGrantType });
    return 'redeemed';
  });
}

async function tokensFor(
  context: OpenOidcContext,
  { id }: Polled,
): Promise<TokenAnswer | Refusal<'ACCESS_DENIED'>> {
  const { deps } = context;
  const grant = await findUsableGrant(context, id);
  if (grant) return issueTokens(context, grant, { scopes: grant.scopes, refreshCounter: 0 });
  await transact(deps, async (tx) => {
    await deleteGrant(tx, id);
    await deny(tx, id);
  });
  return refuse('ACCESS_DENIED');
}
