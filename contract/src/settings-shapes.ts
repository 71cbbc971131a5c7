import { z } from 'zod';
import { Id, Timestamp } from './fields.ts';
import { settingGroups } from './setting-groups.ts';
import { signInWays } from './sign-in-methods.ts';

export const Setting = z
  .object({
    variable: z.string(),
    group: z.enum(settingGroups),
    isSet: z.boolean().describe('Otherwise the value is the default.'),
    secret: z.boolean().describe('Its value is never shown.'),
    value: z
      .union([z.boolean(), z.number(), z.string()])
      .nullable()
      .describe('Of an address that may hold a secret, only the host. Null: nothing, or a secret.'),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof Setting>;

export const Settings = z
  .object({
    settings: z.array(Setting),
    signInMethods: z.array(z.enum(signInWays)).describe('What people can sign in with.'),
    providers: z.array(
      z.object({ name: z.string(), label: z.string(), host: z.string().describe('Where people are sent.') }),
    ),
    versions: z.object({ service: z.string(), node: z.string(), database: z.string() }),
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

export const healthAreas = [
  'database',
  'pool',
  'mail',
  'webhooks',
  'destinations',
  'directories',
  'certificates',
  'domains',
] as const;
const healthStates = ['ok', 'warning', 'fault'] as const;
export type HealthState = (typeof healthStates)[number];

const HealthFigure = z.object({
  name: z.enum([
    'sizeBytes',
    'mostConnections',
    'busy',
    'idle',
    'most',
    'waiting',
    'oldestSeconds',
    'failed',
    'failing',
    'disabled',
    'behindSeconds',
    'tokens',
    'refusing',
    'ending',
  ]),
  value: z.number(),
});
export type HealthFigure = z.infer<typeof HealthFigure>;

export const ServiceHealth = z
  .object({
    state: z.enum(healthStates).describe('The worst of all areas.'),
    areas: z.array(
      z.object({
        area: z.enum(healthAreas),
        state: z.enum(healthStates),
        figures: z.array(HealthFigure).describe('`failed` and `refusing` are of the last 24 hours.'),
      }),
    ),
    ending: z
      .array(
        z.object({
          kind: z.enum(['certificate', 'domain', 'key', 'personalKey']),
          name: z.string().describe("Of the domain, the key, or the certificate's connection."),
          organizationId: Id.nullable().describe("Null for a person's own key."),
          organizationName: z.string().nullable(),
          userId: Id.optional().describe('Whose key it is.'),
          userEmail: z.string().optional(),
          endsAt: Timestamp,
        }),
      )
      .describe(
        'Certificates and keys that expire within 30 days, and domains whose record is missing; up to 50 of each.',
      ),
  })
  .meta({ id: 'ServiceHealth' });
export type ServiceHealth = z.infer<typeof ServiceHealth>;
