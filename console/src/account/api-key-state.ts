import type { ApiKey } from '@latchkey/contract';

/** Whether a key still works. */
export function keyStateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): { label: string; color: string } {
  if (revokedAt) return { label: 'Revoked', color: 'gray' };
  if (expiresAt && Date.parse(expiresAt) <= now) return { label: 'Expired', color: 'yellow' };
  return { label: 'Active', color: 'green' };
}

export const expiryPresets = [
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

/** When a key created or changed now expires. Null: never. */
export function expiryOf(preset: string, now: number): string | null {
  return preset === 'never' ? null : new Date(now + Number(preset) * 86_400_000).toISOString();
}
