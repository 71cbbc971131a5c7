import { findByClientId } from '../applications/store.ts';
import { logout } from '../auth/logout.ts';
import { signedOutPage } from './pages.ts';
import type { BrowserContext } from './parts.ts';
import { readToken } from './read-token.ts';
import { withQuery } from './redirect-uri.ts';

export type LogoutParameters = {
  id_token_hint?: string | undefined;
  post_logout_redirect_uri?: string | undefined;
  client_id?: string | undefined;
  state?: string | undefined;
};

/** Where the browser goes next, and whether its session has ended. */
type Ended = { url: URL; ended: boolean };

/** Anybody can send a user here. Only with an ID token of this very session does it end without a question. */
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
  const application = uri && clientId && isOne ? await findByClientId(deps.sql, clientId) : undefined;
  const isKnown = uri && application?.postLogoutRedirectUris.includes(uri);
  return isKnown ? withQuery(uri, { state }) : signedOutPage({ deps });
}
