import type { Webhook, WebhookDelivery } from '@latchkey/contract';
import { t } from '../language/texts.ts';

type State = { label: string; color: string };

/** An endpoint's state at a glance. */
export function webhookStateOf({ enabled, failingSince }: Pick<Webhook, 'enabled' | 'failingSince'>): State {
  if (failingSince)
    return { label: t(enabled ? 'webhooks.states.failing' : 'webhooks.states.turnedOff'), color: 'red' };
  return enabled
    ? { label: t('webhooks.states.on'), color: 'green' }
    : { label: t('webhooks.states.off'), color: 'gray' };
}

const colors: Record<WebhookDelivery['status'], string> = {
  PENDING: 'yellow',
  SUCCEEDED: 'green',
  FAILED: 'red',
};

/** Says if a delivery failed and will be retried. */
export function deliveryState({ status, attempts, durationMs }: WebhookDelivery): State {
  const retrying = status === 'PENDING' && attempts > 0 && durationMs !== null;
  return {
    label: t(`webhooks.deliveries.statuses.${retrying ? 'RETRYING' : status}`),
    color: retrying ? 'orange' : colors[status],
  };
}

/** "204 in 35 ms", or why there was no response. Null until the first attempt ends. */
export function deliveryAnswer({
  responseStatus,
  error,
  durationMs,
}: Pick<WebhookDelivery, 'responseStatus' | 'error' | 'durationMs'>): string | null {
  if (durationMs === null) return null;
  const said = responseStatus === null ? errorInWords(error) : String(responseStatus);
  const answer = responseStatus !== null && error ? `${said} · ${errorInWords(error)}` : said;
  return t('webhooks.deliveries.answer', { answer, ms: durationMs });
}

const knownErrors = [
  'ETIMEDOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'FORBIDDEN_ADDRESS',
  'SECRET_UNREADABLE',
  'ANSWER_INVALID',
  'ANSWER_TOO_LONG',
] as const;

function errorInWords(error: string | null): string {
  const known = knownErrors.find((each) => each === error);
  return known ? t(`webhooks.errors.${known}`) : error || t('webhooks.deliveries.noResponse');
}

/** Formatted for reading, or unchanged if it isn't JSON. */
export function prettyPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2);
  } catch {
    return payload;
  }
}

/** "user.*, role.created", or all of them. */
export function eventsOf({ events }: Pick<Webhook, 'events'>): string {
  return events.length === 0 || events.includes('*') ? t('webhooks.allEvents') : events.join(', ');
}

/** The filters to offer: each group as a whole, then each type. */
export function filterChoices(types: readonly string[]): { group: string; items: string[] }[] {
  const groups = [...new Set(types.map((type) => type.slice(0, type.indexOf('.'))))];
  return [
    { group: t('webhooks.form.events.groups'), items: groups.map((group) => `${group}.*`) },
    { group: t('webhooks.form.events'), items: [...types] },
  ];
}
