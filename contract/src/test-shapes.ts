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
    sent: z
      .object({ method: z.string(), url: z.string(), body: z.string() })
      .describe('What was sent. Headers are left out: they hold secrets. s3: before it is compressed.'),
  })
  .meta({ id: 'SendTest' });
export type SendTest = z.infer<typeof SendTest>;
