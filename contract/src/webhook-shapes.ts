import { z } from 'zod';
import { auditActions } from './events.ts';
import { Id, IdParams, MessageBody, name, Timestamp, text } from './fields.ts';
import { webhookLimits } from './limits.ts';
import { limitUpTo, Pagination, pageQuery } from './pagination.ts';

const Resource = z.record(z.string(), z.unknown()).optional();

/** What happened, as webhooks and the stream report it. */
const Event = z
  .object({
    id: Id.describe('The `webhook-id` of its deliveries, and the id of its audit entry.'),
    type: z.string(),
    timestamp: Timestamp,
    data: z
      .object({
        action: z.enum(auditActions),
        actor: z.object({ id: Id, email: z.string() }).nullable().describe('Null if the system acted.'),
        organizationId: Id.nullable(),
        metadata: z.record(z.string(), z.unknown()),
        user: Resource,
        organization: Resource,
        member: Resource,
        invite: Resource,
        apiKey: Resource,
        organizationKey: Resource,
        role: Resource,
        organizationRole: Resource,
        domain: Resource,
        webhook: Resource,
        destination: Resource,
        hook: Resource,
        application: Resource,
      })
      .describe('The object it is about, as it was right after the change.'),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof Event>;

/** Shared by the streams of the service and of an organization. */
export const stream = {
  query: z.object({
    after: text(100, 1)
      .optional()
      .describe('The nextCursor of an earlier response. Without it, you start at the oldest event we keep.'),
    limit: limitUpTo({ limit: 100, max: 1000 }),
  }),
  responses: {
    200: z.object({
      events: z.array(Event),
      nextCursor: z
        .string()
        .describe('Send it as `after` to get the next events. It stays the same until there are more.'),
    }),
  },
  description:
    'Every event once, in the order it was committed. Keep nextCursor and poll with it: nothing is skipped or ' +
    'repeated, no matter how many transactions commit at once. Events are kept for 30 days.',
} as const;

const Webhook = z
  .object({
    id: Id,
    url: z.string(),
    events: z
      .array(z.string())
      .describe('Types such as user.created, or prefixes such as user.*. Empty means every event.'),
    description: z.string().nullable(),
    enabled: z.boolean(),
    failingSince: Timestamp.nullable().describe(
      'When deliveries began to fail. Null if the last one arrived.',
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

const deliveryStatuses = ['PENDING', 'SUCCEEDED', 'FAILED'] as const;

const WebhookDelivery = z
  .object({
    id: Id,
    eventId: Id.describe('The `webhook-id` it is sent with.'),
    type: z.string(),
    status: z.enum(deliveryStatuses),
    attempts: z.number().int(),
    responseStatus: z
      .number()
      .int()
      .nullable()
      .describe("The status of the receiver's last response. Null if there was none."),
    error: z.string().nullable().describe('Why there was no response, as a code.'),
    durationMs: z.number().int().nullable().describe('How long the last attempt took.'),
    lastAttemptAt: Timestamp.nullable(),
    nextAttemptAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const EventFilter = text(100).regex(
  /^(\*|([a-z][a-z0-9_]*\.)+(\*|[a-z][a-z0-9_]*))$/,
  'Must be a type such as user.created, or a prefix such as user.*.',
);

/** Whether an endpoint with these filters wants events of this type. Without filters it wants all. */
export function wantsEvent(filters: readonly string[], type: string): boolean {
  if (filters.length === 0) return true;
  return filters.some(
    (filter) => filter === type || (filter.endsWith('*') && type.startsWith(filter.slice(0, -1))),
  );
}

export const Url = text(2048, 1)
  .regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s\p{Cc}]+$/iu, 'Must be an https:// address.')
  .meta({ examples: ['https://example.com/hook'] });
export const EventFilters = z
  .array(EventFilter)
  .max(50, 'At most 50 filters.')
  .transform((filters) => [...new Set(filters)]);
const Description = name(200, 0).nullable();

const WebhookBody = z.object({ webhook: Webhook });
const WebhookWithSecret = WebhookBody.extend({
  secret: z.string().describe('Signs every delivery. We never show it again.'),
});
const DeliveryBody = z.object({ delivery: WebhookDelivery });

export const newWebhook = {
  body: z.object({
    url: Url,
    events: EventFilters.default([]),
    description: Description.optional(),
  }),
  responses: { 201: WebhookWithSecret },
  description:
    'The secret is shown only here; deliveries are signed with it according to Standard Webhooks. Private, loopback, ' +
    'link-local and metadata addresses are refused, now and at every delivery.',
} as const;

export const changedWebhook = {
  // A new address gets the events, and can have all past ones replayed.
  guardedFields: { url: { recent: true } },
  params: IdParams,
  body: z.object({
    url: Url.optional(),
    events: EventFilters.optional(),
    description: Description.optional(),
    enabled: z.boolean('Must be true or false.').optional(),
  }),
  responses: { 200: WebhookBody },
  description:
    "Fields you don't send stay as they are. To send `url`, you must have proven who you are in the last ten minutes. " +
    'If you turn it off, its pending deliveries fail. If you turn it on again, it gets only new events; replay the ones it missed.',
} as const;

export const secretRotation = {
  params: IdParams,
  body: z.object({
    overlapHours: z
      .number('Must be a whole number.')
      .int('Must be a whole number.')
      .min(0, 'At least 0.')
      .max(webhookLimits.overlapHours, `At most ${webhookLimits.overlapHours}.`)
      .default(24),
  }),
  description:
    'Until the overlap ends, deliveries carry the signatures of both secrets. With overlapHours 0, every earlier secret ' +
    'stops signing at once.',
} as const;

export const rotation = { ...secretRotation, responses: { 200: WebhookWithSecret } } as const;

export const deliveryList = {
  params: IdParams,
  query: z.object({
    ...pageQuery({ limit: 20, max: 100 }),
    status: z.enum(deliveryStatuses, `One of ${deliveryStatuses.join(', ')}.`).optional(),
  }),
  responses: { 200: z.object({ deliveries: z.array(WebhookDelivery), pagination: Pagination }) },
} as const;

const deliveryParams = z.object({ id: Id, deliveryId: Id });

export const deliveryDetails = {
  params: deliveryParams,
  responses: {
    200: DeliveryBody.extend({
      payload: z.string().describe('The body, byte for byte as it is signed and sent.'),
    }),
  },
} as const;

export const deliveryReplay = { params: deliveryParams, responses: { 200: DeliveryBody } } as const;

export const deliveryTest = {
  params: IdParams,
  responses: { 200: DeliveryBody },
  description:
    'Sends an event of type webhook.test to this endpoint, regardless of its filter. It is not part of the stream.',
} as const;

export const Since = z.iso
  .datetime({ offset: true, error: 'Must be an ISO 8601 date and time.' })
  // Nothing is older than 1970, and the database has no year 0.
  .transform((value) => new Date(Math.max(0, Date.parse(value))))
  .meta({ format: 'date-time', examples: ['2030-01-31T12:00:00.000Z'] });

export const replaySince = {
  params: IdParams,
  body: z.object({
    since: Since,
  }),
  responses: { 200: MessageBody },
  description: 'Resends every event since then that matches the filter, each with its own id.',
} as const;

export const webhookList = { responses: { 200: z.object({ webhooks: z.array(Webhook) }) } } as const;
export const oneWebhook = { params: IdParams, responses: { 200: WebhookBody } } as const;
export const webhookRemoval = { params: IdParams, responses: { 200: MessageBody } } as const;
