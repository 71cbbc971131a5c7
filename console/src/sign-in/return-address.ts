import { safeReturnTo } from '@latchkey/contract';
import { branding } from '../branding.ts';

/** A path of this console, an address on an origin that is allowed, or nothing: a returnTo is written by whoever made the link. */
export function returnAddress(returnTo: string | undefined): string | undefined {
  return safeReturnTo(returnTo, location.origin, branding.returnOrigins ?? []);
}

/** Not a page of this console: the browser has to load it. */
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
