import { count, type Race, rush } from './arena.ts';

let addresses = 0;

export const limit = 3;

/** Two nodes share their counts through Redis; one keeps them itself. */
export const limits: Race[] = [
  {
    name: 'a rate limit, from one address',
    async round(arena) {
      addresses++;
      const address = `198.18.${addresses >> 8}.${addresses & 255}`;
      const answers = await rush(arena, (client, nth) =>
        client.post(
          '/api/auth/request-unlock',
          { email: `nobody-${addresses}-${nth}@example.com` },
          { headers: { 'x-forwarded-for': address } },
        ),
      );
      const allowed = count(answers, 200);
      const refused = count(answers, 429);
      return allowed === Math.min(limit, arena.ways) && allowed + refused === arena.ways
        ? []
        : [`${allowed} were allowed and ${refused} refused`];
    },
  },
];
