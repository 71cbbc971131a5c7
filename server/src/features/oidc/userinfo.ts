import { type Refusal, refuse } from '../../platform/refusal.ts';
import { claimsOf } from './claims.ts';
import { readAccessToken } from './grants.ts';
import type { OpenOidcContext } from './oidc-deps.ts';

export type Userinfo = { sub: string } & ReturnType<typeof claimsOf>;
export type UserinfoRefusal = Refusal<'INVALID_TOKEN' | 'INSUFFICIENT_SCOPE'>;

/** Who a token is about. A token issued for another resource does not count here. */
export async function getUserinfo(
  context: OpenOidcContext,
  { authorization }: { authorization: string | undefined },
): Promise<Userinfo | UserinfoRefusal> {
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  const token = bearer && (await readAccessToken(context, bearer));
  if (!token || token.claims.aud !== context.deps.oidc.issuer) return refuse('INVALID_TOKEN');
  const { grant, scopes } = token;
  if (!grant || !scopes.includes('openid')) return refuse('INSUFFICIENT_SCOPE');
  return { ...grant.claims, sub: grant.id, ...claimsOf(grant, scopes, context.deps.config) };
}

/** The token may be in the form instead (RFC 6750, 2.2), but not in both. */
export async function postUserinfo(
  context: OpenOidcContext,
  {
    authorization,
    access_token: token,
  }: { authorization: string | undefined; access_token?: string | undefined },
): Promise<Userinfo | UserinfoRefusal> {
  return getUserinfo(context, { authorization: authorization ?? (token && `Bearer ${token}`) });
}
