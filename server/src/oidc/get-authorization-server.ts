import { discoveryOf } from './discovery.ts';
import type { OpenOidcContext } from './parts.ts';

export function getAuthorizationServer({ deps }: OpenOidcContext) {
  return discoveryOf(deps);
}
