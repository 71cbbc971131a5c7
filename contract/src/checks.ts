import { z } from 'zod';
import { CheckSubscriber } from './check-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { checkLimits } from './limits.ts';

const whole = ({ least, most, usual }: { least: number; most: number; usual: number }) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,8})$/, 'Must be a whole number.')
    .transform(Number)
    .refine((value) => value >= least && value <= most, `Must be from ${least} to ${most}.`)
    .default(usual);

export const listCheckChanges = endpoint({
  method: 'GET',
  path: '/api/checks/changes',
  summary: 'Wait for changes to what kept answers about callers depend on',
  description:
    'For backends that keep answers of GET /api/auth/me?check=true for a moment. The answer is complete as of the time ' +
    'the request was sent plus heldMs, by the clock of its sender. After a reset, everything kept must be dropped.',
  access: { kind: 'permission', permission: 'checks:read' },
  waits: true,
  turn: 'none',
  query: z.object({
    after: z.string().optional().catch(undefined).describe('The cursor of the last answer.'),
    waitMs: whole(checkLimits.waitMs).describe('How long to wait for a change.'),
    maxStalenessMs: whole(checkLimits.maxStalenessMs).describe(
      'How old the state may be that answers are given from. Confirmations wait that long at most.',
    ),
  }),
  responses: {
    200: z.object({
      cursor: z.string(),
      heldMs: z
        .number()
        .int()
        .describe('How long the request had waited when the state it returns was read.'),
      changes: z.array(z.string()).describe('The subjects that changed, each once.'),
      reset: z.boolean().describe('True if the changes since the cursor are not known.'),
    }),
  },
  errors: ['RATE_LIMITED'],
});

export const listCheckSubscribers = endpoint({
  method: 'GET',
  path: '/api/admin/checks',
  summary: 'List the processes that check callers locally',
  description: 'Those that asked any node for changes within the last minute, oldest first.',
  access: { kind: 'permission', permission: 'checks:confirm' },
  responses: { 200: z.object({ subscribers: z.array(CheckSubscriber) }) },
});

export const confirmChecks = endpoint({
  method: 'POST',
  path: '/api/admin/checks/confirm',
  summary: 'Wait until no process answers from before this call',
  description:
    'Each process that checks callers locally has either asked with a cursor that covers every change committed before ' +
    'the call (confirmed), or it can no longer answer from before it, because its bound is over (expired). Takes ten ' +
    'seconds at most.',
  access: { kind: 'permission', permission: 'checks:confirm' },
  changesAccess: [],
  responses: {
    200: z.object({
      at: Timestamp.describe("The database's time at the call."),
      subscribers: z.number().int(),
      confirmed: z.number().int(),
      expired: z.number().int(),
      waitedMs: z.number().int(),
    }),
  },
});
