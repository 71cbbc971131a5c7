import { z } from 'zod';
import { Id, Timestamp } from './fields.ts';

/** `google`, `github`, or a name in `OAUTH_PROVIDERS`. The words it can't be are other paths beside it. */
export const ProviderName = z
  .string()
  .regex(/^(?!(?:accounts|complete|link|pending|providers)$)[a-z][a-z0-9]{1,19}$/);

export const Passkey = z
  .object({
    id: Id,
    name: z.string(),
    deviceType: z
      .enum(['singleDevice', 'multiDevice'])
      .describe('Whether it stays on one device, or may be synced to others.'),
    backedUp: z.boolean().describe('Whether it is synced right now.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

export const OAuthAccount = z
  .object({ id: Id, provider: ProviderName, email: z.string().nullable(), createdAt: Timestamp })
  .meta({ id: 'OAuthAccount' });
export type OAuthAccount = z.infer<typeof OAuthAccount>;

/** As what the identity provider of an organization knows a person. */
export const SignInConnection = z
  .object({
    connectionId: Id,
    connectionName: z.string(),
    organizationId: Id,
    subject: z.string(),
    email: z.string(),
    createdAt: Timestamp,
    lastSignInAt: Timestamp.nullable(),
  })
  .meta({ id: 'SignInConnection' });
export type SignInConnection = z.infer<typeof SignInConnection>;
