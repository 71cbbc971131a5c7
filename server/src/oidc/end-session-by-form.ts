import type { LogoutParameters } from './end-session.ts';
import type { OpenOidcContext } from './parts.ts';
import { withQuery } from './redirect-uri.ts';

/** A form from another site comes without our cookie. After a redirect, the browser sends it. */
export function endSessionByForm({ deps }: OpenOidcContext, asked: LogoutParameters): URL {
  return withQuery(`${deps.config.baseUrl}/api/oidc/logout`, asked);
}
