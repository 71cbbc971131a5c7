import type { OrganizationKey } from '@latchkey/contract';
import { keyStateOf } from '../account/api-key-state.ts';

/** Whether a key still works, in a word. */
export function lookOf(
  key: Pick<OrganizationKey, 'enabled' | 'revokedAt' | 'expiresAt'>,
  now: number,
): { label: string; color: string } {
  const state = keyStateOf(key, now);
  return state.label === 'Active' && !key.enabled ? { label: 'Off', color: 'gray' } : state;
}

/** "100 in 60 s". */
export function limitOf({ rateLimit }: Pick<OrganizationKey, 'rateLimit'>): string | null {
  return rateLimit && `${rateLimit.limit.toLocaleString()} in ${rateLimit.windowSeconds.toLocaleString()} s`;
}
