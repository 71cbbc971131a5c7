import { z } from 'zod';
import { Id, Timestamp } from './fields.ts';
import { checkLimits } from './limits.ts';

/** What an answer about a caller depends on, for those who keep it for a moment. */
export const Check = z
  .object({
    validForMs: z
      .number()
      .int()
      .min(1)
      .max(checkLimits.validForMs)
      .describe(
        'For how long after its request was sent the answer may be used, if no change names one of its subjects.',
      ),
    subjects: z
      .array(z.string())
      .describe('What it depends on. They are opaque, and the same on every node.'),
  })
  .meta({ id: 'Check' });

/** A process that keeps answers and asks for changes. */
export const CheckSubscriber = z
  .object({
    id: Id,
    keyId: Id.nullable().describe('Null if it asks with a session.'),
    name: z.string().nullable().describe("The key's."),
    ipAddress: z.string(),
    maxStalenessMs: z.number().int().describe('The most that it has named.'),
    lastAskedAt: Timestamp,
    behindMs: z
      .number()
      .int()
      .nullable()
      .describe('How long ago the state behind its last cursor was read. Null if it had none.'),
  })
  .meta({ id: 'CheckSubscriber' });
export type CheckSubscriber = z.infer<typeof CheckSubscriber>;
