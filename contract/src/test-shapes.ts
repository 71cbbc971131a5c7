import { z } from 'zod';

/** What came of an example that was sent at once, and that nothing else depends on. */
export const SendTest = z
  .object({
    succeeded: z.boolean(),
    responseStatus: z
      .number()
      .int()
      .nullable()
      .describe("The status of the receiver's response. Null if there was none."),
    error: z.string().nullable().describe('Why it failed, as a code, if its status does not say.'),
    durationMs: z.number().int(),
    answer: z.record(z.string(), z.unknown()).nullable().describe('What of the response counts.'),
  })
  .meta({ id: 'SendTest' });
export type SendTest = z.infer<typeof SendTest>;
