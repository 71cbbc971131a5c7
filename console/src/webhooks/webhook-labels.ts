import type { Webhook, WebhookDelivery } from '@latchkey/contract';

type State = { label: string; color: string };

/** An endpoint's state at a glance. */
export function webhookStateOf({ enabled, failingSince }: Pick<Webhook, 'enabled' | 'failingSince'>): State {
  if (enabled) return failingSince ? { label: 'Failing', color: 'red' } : { label: 'On', color: 'green' };
  return failingSince ? { label: 'Turned off', color: 'red' } : { label: 'Off', color: 'gray' };
}

const colors: Record<WebhookDelivery['status'], string> = {
  PENDING: 'yellow',
  SUCCEEDED: 'green',
  FAILED: 'red',
};
const labels: Record<WebhookDelivery['status'], string> = {
  PENDING: 'Pending',
  SUCCEEDED: 'Delivered',
  FAILED: 'Failed',
};

/** Says if a delivery failed and will be retried. */
export function deliveryState({ status, attempts, durationMs }: WebhookDelivery): State {
  const retrying = status === 'PENDING' && attempts > 0 && durationMs !== null;
  return { label: retrying ? 'Retrying' : labels[status], color: retrying ? 'orange' : colors[status] };
}

/** "204 in 35 ms", or why there was no response. Null until the first attempt ends. */
export function deliveryAnswer({ responseStatus, error, durationMs }: WebhookDelivery): string | null {
  if (durationMs === null) return null;
  const answer =
    responseStatus === null ? (error && (errorWords[error] ?? error)) || 'No response' : responseStatus;
  return `${answer} in ${durationMs.toLocaleString()} ms`;
}

const errorWords: Record<string, string> = {
  ETIMEDOUT: 'Timed out',
  ECONNREFUSED: 'Connection refused',
  ECONNRESET: 'Connection closed',
  FORBIDDEN_ADDRESS: 'Unknown host or private address',
  SECRET_UNREADABLE: "Secret can't be read",
};

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
  return events.length === 0 || events.includes('*') ? 'All events' : events.join(', ');
}

/** The filters to offer: each group as a whole, then each type. */
export function filterChoices(types: readonly string[]): { group: string; items: string[] }[] {
  const groups = [...new Set(types.map((type) => type.slice(0, type.indexOf('.'))))];
  return [
    { group: 'Groups', items: groups.map((group) => `${group}.*`) },
    { group: 'Events', items: [...types] },
  ];
}
