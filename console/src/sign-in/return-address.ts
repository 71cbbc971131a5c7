import { safeReturnTo } from '@latchkey/contract';
import { branding } from '../branding.ts';

/** A path of this console, an address on an allowed origin, or nothing: anyone can put a returnTo in a link. */
export function returnAddress(returnTo: string | undefined): string | undefined {
  const allowed = branding.returnOrigins ?? [];
  const address = safeReturnTo(returnTo, location.origin, allowed);
  if (returnTo && !address) warnOnce(whyIgnored(returnTo, [location.origin, ...allowed]));
  return address;
}

/** Tells the application's developer why. Leaves out the path and query, which may hold secrets. */
function whyIgnored(returnTo: string, allowed: readonly string[]): string {
  const origin = /^https?:/i.test(returnTo) && URL.canParse(returnTo) ? new URL(returnTo).origin : undefined;
  return origin && !allowed.includes(origin)
    ? `Ignored returnTo: ${origin} is not an allowed origin. To allow it, add it to ALLOWED_ORIGINS.`
    : 'Ignored returnTo: it is neither a path here nor a plain http or https address.';
}

const said = new Set<string>();

function warnOnce(warning: string): void {
  if (!said.has(warning)) console.warn(warning);
  said.add(warning);
}

/** Not a page of this console, so the browser has to load it. */
export function leavesConsole(address: string): boolean {
  return !address.startsWith('/') || address.startsWith('/api/');
}

/** Undefined for a path of this service. */
export function applicationAt(address: string | undefined): string | undefined {
  return address && !address.startsWith('/') ? new URL(address).host : undefined;
}

/** What a page passes on to the next one. */
export function onward(returnTo: string | undefined): { returnTo?: string } {
  return returnTo ? { returnTo } : {};
}
