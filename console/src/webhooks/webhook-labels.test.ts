import type { WebhookDelivery } from '@latchkey/contract';
import { expect, test } from 'vitest';
import {
  deliveryAnswer,
  deliveryState,
  eventsOf,
  filterChoices,
  prettyPayload,
  webhookStateOf,
} from './webhook-labels.ts';

test('a failing endpoint is shown in red, whether it is still enabled or was turned off', () => {
  const failingSince = '2026-03-07T14:05:00.000Z';
  expect(webhookStateOf({ enabled: true, failingSince: null })).toEqual({ label: 'On', color: 'green' });
  expect(webhookStateOf({ enabled: true, failingSince })).toEqual({ label: 'Failing', color: 'red' });
  expect(webhookStateOf({ enabled: false, failingSince })).toEqual({ label: 'Turned off', color: 'red' });
  expect(webhookStateOf({ enabled: false, failingSince: null })).toEqual({ label: 'Off', color: 'gray' });
});

const delivery: WebhookDelivery = {
  id: '1',
  eventId: '2',
  type: 'user.created',
  status: 'PENDING',
  attempts: 0,
  responseStatus: null,
  error: null,
  durationMs: null,
  lastAttemptAt: null,
  nextAttemptAt: null,
  createdAt: '2026-03-07T14:05:00.000Z',
};

test('a delivery shows its status and the response', () => {
  expect(deliveryState(delivery).label).toBe('Pending');
  expect(deliveryState({ ...delivery, attempts: 2, durationMs: 7 }).label).toBe('Retrying');
  expect(deliveryState({ ...delivery, status: 'SUCCEEDED' }).label).toBe('Delivered');
  expect(deliveryState({ ...delivery, status: 'FAILED' }).label).toBe('Failed');
  expect(deliveryAnswer(delivery)).toBeNull();
  expect(deliveryAnswer({ ...delivery, durationMs: 35, responseStatus: 204 })).toBe('204 in 35 ms');
  expect(deliveryAnswer({ ...delivery, durationMs: 15_001, error: 'ETIMEDOUT' })).toBe(
    'Timed out in 15,001 ms',
  );
  expect(deliveryAnswer({ ...delivery, durationMs: 2, error: 'CERT_HAS_EXPIRED' })).toBe(
    'CERT_HAS_EXPIRED in 2 ms',
  );
});

test("a payload is pretty-printed, or shown as is when it isn't JSON", () => {
  expect(prettyPayload('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(prettyPayload('nonsense')).toBe('nonsense');
});

test('event filters are shown as a list, or as all events', () => {
  expect(eventsOf({ events: [] })).toBe('All events');
  expect(eventsOf({ events: ['user.*', '*'] })).toBe('All events');
  expect(eventsOf({ events: ['user.*', 'role.created'] })).toBe('user.*, role.created');
});

test('each event group is offered once, before the event types', () => {
  expect(filterChoices(['user.created', 'user.deleted', 'role.created'])).toEqual([
    { group: 'Groups', items: ['user.*', 'role.*'] },
    { group: 'Events', items: ['user.created', 'user.deleted', 'role.created'] },
  ]);
});
