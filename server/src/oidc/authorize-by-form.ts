import type { Parameters } from './authorize-request.ts';
import { againPath } from './pages.ts';
import type { OpenOidcContext } from './parts.ts';

/** A form of another site comes without our cookie. Sent on, the browser brings it along. */
export function authorizeByForm({ deps }: OpenOidcContext, parameters: Parameters): URL {
  return new URL(deps.config.baseUrl + againPath(parameters));
}
