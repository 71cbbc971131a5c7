import type { LogoutParameters } from './end-session.ts';
import type { OpenOidcContext } from './parts.ts';
import { withQuery } from './redirect-uri.ts';

/** A form of another site comes without our cookie. Sent on, the browser brings it along. */
export function endSessionByForm({ deps }: OpenOidcContext, asked: LogoutParameters): URL {
  return withQuery(`${deps.config.baseUrl}/api/oidc/logout`, asked);
}
