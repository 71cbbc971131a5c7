import { z } from 'zod';

export const challengeKinds = ['off', 'pow', 'turnstile', 'hcaptcha'] as const;

/** A puzzle as altcha-lib 2 makes it. Its solution is a counter with which the derived key begins with the prefix. */
const Puzzle = z
  .object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number().int(),
      keyLength: z.number().int(),
      keyPrefix: z.string(),
      expiresAt: z.number().int().describe('In seconds since 1970.'),
    }),
    signature: z.string(),
  })
  .meta({ id: 'Puzzle' });
export type Puzzle = z.infer<typeof Puzzle>;

/** What a guarded request must show, and what it takes to get there. */
export const Challenge = z
  .object({
    kind: z.enum(challengeKinds),
    challenge: Puzzle.optional().describe('For pow: works for 10 minutes and one request.'),
    siteKey: z.string().optional().describe('For a widget: what it is shown with.'),
  })
  .meta({ id: 'Challenge' });
export type Challenge = z.infer<typeof Challenge>;

/** What `X-Challenge` holds for pow: base64 of this as JSON. */
export const SolvedPuzzle = z.object({
  challenge: z.object({
    parameters: z.record(z.string().max(30), z.union([z.string().max(200), z.number()])),
    signature: z.string().max(64),
  }),
  solution: z.object({
    counter: z
      .number()
      .int()
      .min(0)
      .max(2 ** 32 - 1),
    derivedKey: z.string().regex(/^[\da-f]{64}$/),
  }),
});
