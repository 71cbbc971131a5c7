import type { Destination } from '@latchkey/contract';
import { t } from '../language/texts.ts';

/** A destination's state at a glance. */
export function stateOf({ enabled, status }: Pick<Destination, 'enabled' | 'status'>) {
  if (!enabled) return { label: t('webhooks.states.off'), color: 'gray' };
  // Some records of a batch that was taken.
  const failing = status.lastError !== null && !status.lastError.startsWith('REJECTED');
  if (failing) return { label: t('webhooks.states.failing'), color: 'red' };
  return { label: t('webhooks.states.on'), color: 'green' };
}

/** Where it sends to. */
export function placeOf({ settings }: Pick<Destination, 'settings'>): string {
  const { url, endpoint, bucket = '', prefix = '', region } = settings;
  if (url) return url;
  return `${endpoint ? `${endpoint.replace(/\/$/, '')}/` : ''}${bucket}/${prefix} (${region})`;
}

const [minute, hour, day] = [60, 3600, 86_400];

/** How far it is behind, in the largest unit that fits. A few seconds are as usual. */
export function lagInWords({ lagSeconds }: Pick<Destination['status'], 'lagSeconds'>): string {
  if (lagSeconds < 2 * minute) return t('destinations.lag.none');
  if (lagSeconds < 2 * hour) return t('destinations.lag.minutes', { count: Math.round(lagSeconds / minute) });
  if (lagSeconds < 2 * day) return t('destinations.lag.hours', { count: Math.round(lagSeconds / hour) });
  return t('destinations.lag.days', { count: Math.round(lagSeconds / day) });
}
