import { createHash, randomBytes } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import { scopeIn } from './authorize-request.ts';
import { claimsOf, rightsOf } from './claims.ts';
import type { GrantRow } from './grant-store.ts';
import type { OpenOidcContext } from './oidc-deps.ts';
import type { SigningKey, TokenClaims } from './open-key.ts';

const references: Record<string, string> = {
  password: 'pwd',
  totp: 'otp',
  backup_code: 'otp',
  email_code: 'otp',
  passkey: 'hwk',
};

/** How a session was proven, in the terms of RFC 8176. The methods that another provider used are not reported. */
export function amrOf(methods: readonly string[]): string[] {
  const amr = [...new Set(methods.flatMap((method) => references[method] ?? []))];
  // A passkey used to sign in has verified the user too.
  return methods.length > 1 || methods[0] === 'passkey' ? [...amr, 'mfa'] : amr;
}

/** The `acr` claim: `mfa`, or else the first method. */
function acrOf(amr: readonly string[]): string | undefined {
  return amr.includes('mfa') ? 'mfa' : amr[0];
}

export type TokenAnswer = {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope?: string;
  refresh_token?: string;
  id_token?: string;
};

type Issue = { scopes: readonly string[]; refreshCounter: number; nonce?: string | null };

/** The tokens of a grant. Their claims about the user are as of now. */
export async function issueTokens(
  { deps, origin }: OpenOidcContext,
  grant: GrantRow,
  { scopes, refreshCounter, nonce }: Issue,
): Promise<TokenAnswer> {
  const { issuer, keys } = deps.oidc;
  const key = await keys.current(grant.signingAlgorithm);
  const extra = grant.claims;
  const base = { iss: issuer, sub: grant.id, ...timesOf(origin.now), sid: grant.sid };
  const accessToken = key.sign('at+jwt', {
    ...extra,
    ...base,
    aud: grant.resource ?? issuer,
    client_id: grant.clientId,
    ...scopeIn(scopes),
    jti: newTokenId(grant.grantId),
    ...rightsOf(grant, scopes),
  });
  const idToken =
    scopes.includes('openid') &&
    signIdToken(
      key,
      grant,
      { ...extra, ...base, ...claimsOf(grant, scopes, deps.config) },
      { accessToken, nonce },
    );
  return {
    ...answerOf(accessToken, scopes),
    refresh_token: deps.credentials.grantToken(grant.grantId, refreshCounter),
    ...(idToken && { id_token: idToken }),
  };
}

export function answerOf(accessToken: string, scopes: readonly string[]): TokenAnswer {
  const expires_in = lifetimes.oidcTokenSeconds;
  return { access_token: accessToken, token_type: 'Bearer', expires_in, ...scopeIn(scopes) };
}

export function timesOf(now: Date): { iat: number; exp: number } {
  const iat = Math.floor(now.getTime() / 1000);
  return { iat, exp: iat + lifetimes.oidcTokenSeconds };
}

/** The id that the token was issued under comes first, so it can be looked up later. */
export function newTokenId(issuedUnder: string): string {
  return `${issuedUnder}.${randomBytes(12).toString('base64url')}`;
}

function signIdToken(
  key: SigningKey,
  { clientId, authTime, amr }: GrantRow,
  claims: TokenClaims,
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
