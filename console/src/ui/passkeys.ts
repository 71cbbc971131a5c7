import { canUsePasskeys } from '@latchkey/sdk';
import { branding } from '../branding.ts';
import { messageOf } from '../client.ts';

/** Whether passkeys work on this page: the service, the browser and the address all have a say. */
export function passkeysWork(): boolean {
  const { passkeys } = branding;
  const { hostname } = window.location;
  if (passkeys === null || !canUsePasskeys()) return false;
  return hostname === passkeys || hostname.endsWith(`.${passkeys}`);
}

/** They closed the browser's dialog, or another one took its place: nothing to report. */
export function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** What a person reads about a passkey that could not be made or used. */
export function passkeyMessageOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'InvalidStateError')
    return 'This device already has a passkey for your account.';
  return messageOf(error);
}
