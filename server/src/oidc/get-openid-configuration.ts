import { discoveryOf } from './discovery.ts';
import type { OpenOidcContext } from './parts.ts';

export function getOpenidConfiguration({ deps }: OpenOidcContext) {
  return discoveryOf(deps);
}
