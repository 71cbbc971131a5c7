import { z } from 'zod';

const whole = (fallback: number, pattern = /^[1-9]\d*$/) =>
  z.string().regex(pattern, 'Must be a whole number above zero.').transform(Number).default(fallback);

/** A limit above the maximum is clamped; anything that isn't a positive number is refused. */
export function limitUpTo({ limit, max }: { limit: number; max: number }) {
  return whole(limit).transform((asked) => Math.min(asked, max));
}

export function pageQuery(options: { limit: number; max: number }) {
  return {
    // No list has a page beyond that, and the database can't skip that far.
    page: whole(1, /^[1-9]\d{0,8}$/),
    limit: limitUpTo(options),
  };
}

export const Pagination = z
  .object({
    page: z.number().int(),
    limit: z.number().int(),
    total: z.number().int(),
    totalPages: z.number().int(),
    hasNextPage: z.boolean(),
    hasPrevPage: z.boolean(),
    totalIsEstimate: z.literal(true).optional().describe('Past 10000 rows the total is an estimate.'),
  })
  .meta({ id: 'Pagination' });

export function paginate(page: number, limit: number, total: number): z.infer<typeof Pagination> {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
}
