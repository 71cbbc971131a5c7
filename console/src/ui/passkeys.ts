import { canUsePasskeys } from '@latchkey/sdk';
import { branding } from '../branding.ts';
import { messageOf } from '../client.ts';
import { t } from '../language/texts.ts';
import { addressObstacle } from './address-obstacle.ts';

/** Whether passkeys work on this page, which depends on the service, the browser and the address. */
export function passkeysWork(): boolean {
  return branding.passkeys !== null && canUsePasskeys() && passkeyObstacle() === undefined;
}

/** Why this page's address keeps the service's passkeys from working. */
export function passkeyObstacle(): string | undefined {
  const { location, isSecureContext } = window;
  return branding.passkeys === null
    ? undefined
    : addressObstacle(branding.passkeys, { hostname: location.hostname, isSecureContext });
}

/** They closed the browser's dialog, or another one replaced it: nothing to report. */
export function isChangeOfMind(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
}

/** The message people read about a passkey that couldn't be created or used. */
export function passkeyMessageOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'InvalidStateError') return t('passkey.exists');
  return messageOf(error);
}
