import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { auditActions } from './events.ts';
import { Id, Timestamp, text } from './fields.ts';
import { limitUpTo } from './pagination.ts';

const Resource = z.record(z.string(), z.unknown()).optional();

/** What happened, as webhooks and the stream tell it. */
export const Event = z
  .object({
    id: Id.describe('The `webhook-id` of its deliveries, and the id of its audit entry.'),
    type: z.string(),
    timestamp: Timestamp,
    data: z
      .object({
        action: z.enum(auditActions),
        actor: z.object({ id: Id, email: z.string() }).nullable().describe('Null: the system acted.'),
        organizationId: Id.nullable(),
        metadata: z.record(z.string(), z.unknown()),
        user: Resource,
        organization: Resource,
        member: Resource,
        invite: Resource,
        apiKey: Resource,
        role: Resource,
      })
      .describe('What it is about, as it was right after the change.'),
  })
  .meta({ id: 'Event' });
export type Event = z.infer<typeof Event>;

const stream = {
  query: z.object({
    after: text(100, 1)
      .optional()
      .describe('The nextCursor of an earlier answer. Without it: the oldest event we keep.'),
    limit: limitUpTo({ limit: 100, max: 1000 }),
  }),
  responses: {
    200: z.object({
      events: z.array(Event),
      nextCursor: z
        .string()
        .describe('Ask for what comes after this. It stays the same until there is more.'),
    }),
  },
  description:
    'Every event once, in the order it was committed. Keep nextCursor and poll with it: nothing is skipped or ' +
    'repeated, however many transactions commit at once. Events are kept for 30 days.',
} as const;

export const listEvents = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  summary: 'Read the event stream of the whole service',
  access: { kind: 'permission', permission: 'webhooks:read' },
  ...stream,
  errors: ['VALIDATION_FAILED'],
});

export const listOrganizationEvents = endpoint({
  method: 'GET',
  path: '/api/organizations/current/events',
  summary: "Read the event stream of the caller's organization",
  access: { kind: 'organization', role: 'ADMIN' },
  ...stream,
  errors: ['VALIDATION_FAILED', 'NO_ORGANIZATION'],
});

export const webhookEndpoints = { listEvents, listOrganizationEvents };
