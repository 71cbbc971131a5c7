import type { Parameters } from './authorize-request.ts';
import { againPath } from './pages.ts';
import type { OpenOidcContext } from './parts.ts';

/** A form from another site comes without our cookie. After a redirect, the browser sends it. */
export function authorizeByForm({ deps }: OpenOidcContext, parameters: Parameters): URL {
  return new URL(deps.config.baseUrl + againPath(parameters));
}
