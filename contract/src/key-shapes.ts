import { z } from 'zod';
import { text } from './fields.ts';

export const apiKeyPermissions = ['READ_ONLY', 'READ_WRITE'] as const;
export type ApiKeyPermission = (typeof apiKeyPermissions)[number];

const isoDate = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** A date without a time means the start of that day in UTC. The service checks that it is in the future. */
export const ExpiresAt = text(64)
  .refine(
    (value) => isoDate.safeParse(value).success,
    'Must be an ISO date such as 2030-01-31T12:00:00.000Z.',
  )
  .transform((value) => new Date(value))
  .meta({
    anyOf: [{ format: 'date-time' }, { format: 'date' }],
    description: 'A date alone means the beginning of that day in UTC.',
    examples: ['2030-01-31T12:00:00.000Z', '2030-01-31'],
  });
