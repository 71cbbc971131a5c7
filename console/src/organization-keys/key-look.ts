import type { OrganizationKey } from '@latchkey/contract';
import { keyStateOf } from '../account/api-key-state.ts';
import { t } from '../language/texts.ts';

/** Whether a key still works, in a word. */
export function lookOf(
  key: Pick<OrganizationKey, 'enabled' | 'revokedAt' | 'expiresAt'>,
  now: number,
): { label: string; color: string } {
  const ended = key.revokedAt !== null || (key.expiresAt !== null && Date.parse(key.expiresAt) <= now);
  return key.enabled || ended ? keyStateOf(key, now) : { label: t('keys.off'), color: 'gray' };
}

/** "100 in 60 s". */
export function limitOf({ rateLimit }: Pick<OrganizationKey, 'rateLimit'>): string | null {
  return rateLimit && t('keys.limit', { limit: rateLimit.limit, seconds: rateLimit.windowSeconds });
}
