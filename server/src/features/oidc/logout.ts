import { type Refusal, refuse } from '../../platform/refusal.ts';
import { logout } from '../auth/sessions.ts';
import { openRequest, withQuery } from './authorize-request.ts';
import { findClient } from './find-client.ts';
import { readToken } from './grants.ts';
import type { BrowserContext, OidcContext, OpenOidcContext } from './oidc-deps.ts';
import { type LogoutRequest, signedOutPage } from './pages.ts';

export type LogoutParameters = {
  id_token_hint?: string | undefined;
  post_logout_redirect_uri?: string | undefined;
  client_id?: string | undefined;
  state?: string | undefined;
};

/** Where the browser goes next, and whether its session has ended. */
type Ended = { url: URL; ended: boolean };

/** Any site can send a user here. The session ends without a question only if the request has an ID token of it. */
export async function endSession(context: BrowserContext, asked: LogoutParameters): Promise<Ended> {
  const { deps, caller, origin } = context;
  const hint = asked.id_token_hint ? await readToken(deps.oidc, asked.id_token_hint, 'JWT') : undefined;
  const url = await targetOf(context, asked, hint?.aud);
  if (!caller) return { url, ended: false };
  if (hint?.sid !== caller.sessionId)
    return { url: signedOutPage({ deps }, { userId: caller.user.id, redirectTo: url.href }), ended: false };
  await logout({ deps, caller, origin });
  return { url, ended: true };
}

/** The application's own page, exactly as registered; else ours. */
async function targetOf(
  { deps }: BrowserContext,
  { post_logout_redirect_uri: uri, client_id, state }: LogoutParameters,
  audience: unknown,
): Promise<URL> {
  const clientId = typeof audience === 'string' ? audience : client_id;
  const isOne = client_id === undefined || client_id === clientId;
  const application = uri && clientId && isOne ? await findClient(deps, clientId) : undefined;
  const isKnown = uri && application?.postLogoutRedirectUris.includes(uri);
  return isKnown ? withQuery(uri, { state }) : signedOutPage({ deps });
}

/** A form from another site comes without our cookie. After a redirect, the browser sends it. */
export function endSessionByForm({ deps }: OpenOidcContext, asked: LogoutParameters): URL {
  return withQuery(`${deps.config.baseUrl}/api/oidc/logout`, asked);
}

/** The user confirmed the sign-out that an application requested. The redirect address was checked before. */
export async function confirmLogout(
  context: OidcContext,
  { request }: { request: string },
): Promise<URL | Refusal<'TOKEN_INVALID'>> {
  const { deps, caller } = context;
  const opened = openRequest<LogoutRequest>(deps.oidc.requestKey, 'logout', caller.user.id, request);
  if (!opened) return refuse('TOKEN_INVALID');
  await logout(context);
  return new URL(opened.redirectTo);
}
