import { createHash, randomBytes } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import { acrOf } from './amr.ts';
import { claimsOf, rightsOf } from './claims.ts';
import type { GrantRow } from './grant-store.ts';
import type { Claims, SigningKey } from './open-key.ts';
import type { OpenOidcContext } from './parts.ts';

export type TokenAnswer = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
  refresh_token?: string;
  id_token?: string;
};

type Issue = { scopes: readonly string[]; refreshCounter: number; nonce?: string | null };

/** The tokens of a grant. What they say about somebody is as of now. */
export async function issueTokens(
  { deps, origin }: OpenOidcContext,
  grant: GrantRow,
  { scopes, refreshCounter, nonce }: Issue,
): Promise<TokenAnswer> {
  const { issuer, keys } = deps.oidc;
  const key = await keys.current(grant.signingAlgorithm);
  const base = { iss: issuer, sub: grant.id, ...timesOf(origin.now), sid: grant.sid };
  const accessToken = key.sign('at+jwt', {
    ...base,
    aud: grant.resource ?? issuer,
    client_id: grant.clientId,
    scope: scopes.join(' '),
    jti: newTokenId(grant.grantId),
    ...rightsOf(grant, scopes),
  });
  const idToken =
    scopes.includes('openid') &&
    signIdToken(key, grant, { ...base, ...claimsOf(grant, scopes) }, { accessToken, nonce });
  return {
    ...answerOf(accessToken, scopes),
    refresh_token: deps.credentials.grantToken(grant.grantId, refreshCounter),
    ...(idToken && { id_token: idToken }),
  };
}

export function answerOf(accessToken: string, scopes: readonly string[]): TokenAnswer {
  const expires_in = lifetimes.oidcTokenSeconds;
  return { access_token: accessToken, token_type: 'Bearer', expires_in, scope: scopes.join(' ') };
}

export function timesOf(now: Date): { iat: number; exp: number } {
  const iat = Math.floor(now.getTime() / 1000);
  return { iat, exp: iat + lifetimes.oidcTokenSeconds };
}

/** What it was issued under comes first, so it can be looked up later. */
export function newTokenId(issuedUnder: string): string {
  return `${issuedUnder}.${randomBytes(12).toString('base64url')}`;
}

function signIdToken(
  key: SigningKey,
  { clientId, authTime, amr }: GrantRow,
  claims: Claims,
  { accessToken, nonce }: { accessToken: string; nonce: string | null | undefined },
): string {
  const acr = acrOf(amr);
  return key.sign('JWT', {
    ...claims,
    aud: clientId,
    ...(authTime && { auth_time: Math.floor(authTime.getTime() / 1000) }),
    ...(nonce && { nonce }),
    ...(acr && { acr }),
    ...(amr.length > 0 && { amr }),
    at_hash: createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url'),
  });
}
