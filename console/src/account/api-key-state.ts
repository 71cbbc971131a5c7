import type { ApiKey } from '@latchkey/contract';
import { t } from '../language/texts.ts';

/** Whether a key still works. */
export function keyStateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): { label: string; color: string } {
  if (revokedAt) return { label: t('account.apiKeys.state.revoked'), color: 'gray' };
  if (expiresAt && Date.parse(expiresAt) <= now)
    return { label: t('account.apiKeys.state.expired'), color: 'yellow' };
  return { label: t('account.apiKeys.state.active'), color: 'green' };
}

/** Made anew each time: the language may change, and a Select notices only a label that differs from its last one. */
export function expiryPresets(): { value: string; label: string }[] {
  return (['30', '90', '365', 'never'] as const).map((value) => ({
    value,
    label: t(`account.apiKeys.expiry.${value}`),
  }));
}

/** When a key created or changed now expires. Null: never. */
export function expiryOf(preset: string, now: number): string | null {
  return preset === 'never' ? null : new Date(now + Number(preset) * 86_400_000).toISOString();
}
