import { z } from 'zod';
import { Timestamp } from './fields.ts';

const count = z.number().int();
const compared = { count, before: count.describe('The same in the period of equal length before.') };
const Compared = z.object(compared);
const Named = z.array(z.object({ name: z.string(), ...compared }));
const Total = z.object({
  total: count,
  totalIsEstimate: z.literal(true).optional().describe('Past 10000, the total is an estimate.'),
});

export const Statistics = z
  .object({
    signIns: Compared,
    failures: Compared.describe('Failed sign-ins.'),
    lockouts: Compared,
    signUps: Compared,
    activeUsers: Total.extend({
      before: count
        .nullable()
        .describe(
          'As it was counted that many days ago. Null: it was not, or this is about an organization.',
        ),
    }).describe('People who signed in.'),
    signInMethods: Named.describe('What sign-ins began with, the most frequent first.'),
    failureReasons: Named.describe('Why sign-ins failed, the most frequent first.'),
    hours: z
      .array(z.object({ at: Timestamp, signIns: count, failures: count }))
      .nullable()
      .describe('For a period of one day: each of its hours, the current one last.'),
    adoption: z
      .object({ users: Total, twoFactor: Total, passkeys: Total })
      .nullable()
      .describe('Active accounts, and those of them with two-factor or a passkey. Null for an organization.'),
  })
  .meta({ id: 'Statistics' });
export type Statistics = z.infer<typeof Statistics>;
