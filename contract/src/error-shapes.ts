import { z } from 'zod';
import { errorTypes } from './errors.ts';

/** For a validation failure, `details` maps each field to its messages; otherwise it holds facts about the reason. */
export const ErrorBody = z
  .object({
    error: z.object({
      type: z.enum(errorTypes),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
      code: z.string(),
      timestamp: z.iso.datetime(),
      path: z.string(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;

/** The error body of routes that follow OAuth. */
export const OAuthErrorBody = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'OAuthErrorBody' });
