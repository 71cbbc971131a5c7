import { z } from 'zod';
import { Id, name, Timestamp, text } from './fields.ts';
import { ExpiresAt } from './key-shapes.ts';
import { webhookLimits } from './limits.ts';
import { isAddress, isNetwork } from './networks.ts';
import { latchkeyScopes } from './permissions.ts';
import {
  apiKeyLiteral,
  clientSecretLiteral,
  organizationKeyLiteral,
  scimTokenLiteral,
} from './secret-literals.ts';
import { fitsMetadata, metadataTooLong } from './user-shapes.ts';

/** What secrets of ours begin with: a team can't choose these for its own keys. */
const issuedPrefixes: readonly string[] = [
  apiKeyLiteral,
  organizationKeyLiteral,
  scimTokenLiteral,
  clientSecretLiteral,
  'whsec_',
];

/** Whether a scope is one of ours. All others belong to the team, and open nothing here. */
export const isLatchkeyScope = (scope: string) => scope.startsWith('latchkey:');

const RateLimit = z.object({ limit: z.number().int(), windowSeconds: z.number().int() });

export const OrganizationKey = z
  .object({
    id: Id,
    name: z.string(),
    keyPrefix: z
      .string()
      .nullable()
      .describe('The beginning of the key. Null for a key that was taken over by its hash.'),
    enabled: z.boolean(),
    scopes: z.array(z.string()),
    allowedNetworks: z.array(z.string()).describe('If it is empty, every network is allowed.'),
    rateLimit: RateLimit.nullable(),
    externalId: z.string().nullable().describe('Your own id, such as that of the customer who has the key.'),
    metadata: z.record(z.string(), z.unknown()),
    expiresAt: Timestamp.nullable().describe('Null: never expires.'),
    previousExpiresAt: Timestamp.nullable().describe(
      'When the secret from before the last rotation stops working. Null if there is none that works.',
    ),
    lastUsedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    createdBy: z
      .object({ id: Id, email: z.string() })
      .nullable()
      .describe('Null if an organization key created it, or once the account is deleted.'),
    revokedAt: Timestamp.nullable().describe('Null: not revoked.'),
  })
  .meta({ id: 'OrganizationKey' });
export type OrganizationKey = z.infer<typeof OrganizationKey>;

export const NewOrganizationKey = OrganizationKey.extend({
  key: z
    .string()
    .optional()
    .describe('Shown only in this response. Absent for a key that was taken over by its hash.'),
}).meta({ id: 'NewOrganizationKey' });
export type NewOrganizationKey = z.infer<typeof NewOrganizationKey>;

const Scope = text(255)
  .regex(/^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/, 'Must be area:verb, such as orders:read.')
  .refine(
    (scope) => !isLatchkeyScope(scope) || (latchkeyScopes as readonly string[]).includes(scope),
    `The only scopes of the area latchkey are ${latchkeyScopes.join(', ')}.`,
  );
const Scopes = z
  .array(Scope, 'Must be a list.')
  .max(50, 'At most 50 scopes.')
  .transform((scopes) => [...new Set(scopes)]);
const Network = text(50).refine(
  isNetwork,
  'Must be an address, or a network such as 10.0.0.0/8 without any bits set after the prefix.',
);
const Networks = z
  .array(Network, 'Must be a list.')
  .max(20, 'At most 20 networks.')
  .transform((networks) => [...new Set(networks)]);
const whole = (max: number, min = 1) =>
  z
    .number('Must be a whole number.')
    .int('Must be a whole number.')
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`);
const RateLimitInput = z
  .object(
    { limit: whole(100_000), windowSeconds: whole(86_400) },
    { error: 'Must be an object with limit and windowSeconds, or null.' },
  )
  .nullable();
const ExternalId = text(255)
  .transform((value) => value || null)
  .nullable();
const Metadata = z
  .record(z.string(), z.unknown(), { error: 'Must be an object.' })
  .refine(fitsMetadata, metadataTooLong);
const Prefix = text(100)
  .regex(
    /^[a-z][a-z0-9]{1,11}_$/,
    'Must be 2 to 12 lowercase letters and digits, starting with a letter, and an underscore.',
  )
  .refine((prefix) => !issuedPrefixes.includes(prefix), 'This prefix is ours. Choose another one.');
const KeyHash = text(100)
  .regex(/^[\da-f]{64}$/i, 'Must be a SHA-256 hash in hexadecimal.')
  .transform((hash) => hash.toLowerCase());

const newFields = z.object({
  name: name(100),
  scopes: Scopes.default([]),
  allowedNetworks: Networks.default([]),
  rateLimit: RateLimitInput.default(null),
  externalId: ExternalId.default(null),
  metadata: Metadata.default({}),
  expiresAt: ExpiresAt.nullish(),
  prefix: Prefix.optional().describe('What your own keys begin with. They serve only to be verified.'),
  keyHash: KeyHash.optional().describe(
    'Takes over a key that your customer already has: its SHA-256 hash, in hexadecimal.',
  ),
});

/** Keys that aren't ours to look at can't act here. */
function onlyVerified(
  { prefix, keyHash, scopes }: z.infer<typeof newFields>,
  context: z.RefinementCtx,
): void {
  const add = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
  if (prefix && keyHash) add('prefix', 'Send either prefix or keyHash.');
  if ((prefix || keyHash) && scopes.some(isLatchkeyScope)) add('scopes', noLatchkeyScopes);
}

export const noLatchkeyScopes = 'Keys with a prefix or a hash of your own get no latchkey: scopes.';

export const OrganizationKeyInput = newFields.superRefine(onlyVerified);

export const OrganizationKeyPatch = z.object({
  name: name(100).optional(),
  enabled: z.boolean('Must be true or false.').optional(),
  scopes: Scopes.optional(),
  allowedNetworks: Networks.optional(),
  rateLimit: RateLimitInput.optional(),
  externalId: ExternalId.optional(),
  metadata: Metadata.optional(),
  expiresAt: ExpiresAt.nullable().optional(),
});

export const Overlap = z.object({ overlapHours: whole(webhookLimits.overlapHours, 0).default(24) });

const keyVerdicts = [
  'NOT_FOUND',
  'REVOKED',
  'DISABLED',
  'EXPIRED',
  'FORBIDDEN_NETWORK',
  'INSUFFICIENT_SCOPES',
  'RATE_LIMITED',
  'VALID',
] as const;
export type KeyVerdict = (typeof keyVerdicts)[number];

// Anything a caller may have sent as a key: it is hashed, never stored.
const characters = (value: string) => [...value].length;
const anyText = 'Must be text.';

export const KeyToVerify = z.object({
  key: z
    .string({ error: (issue) => (issue.input === undefined ? 'Required.' : anyText) })
    .refine((value) => value.length <= 512 || characters(value) <= 512, 'At most 512 characters.')
    .meta({ maxLength: 512 }),
  scopes: z.array(z.string(anyText), 'Must be a list.').optional().describe('All of them are needed.'),
  ipAddress: z
    .string(anyText)
    .refine(isAddress, 'Must be an IP address.')
    .optional()
    .meta({
      description: 'Where the request came from. Needed for keys that are limited to networks.',
      examples: ['192.0.2.7'],
    }),
});

export const KeyVerification = z
  .object({
    valid: z.boolean(),
    code: z.enum(keyVerdicts).describe('The first that applies, in this order.'),
    keyId: Id.nullable(),
    name: z.string().nullable(),
    externalId: z.string().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    scopes: z.array(z.string()).nullable(),
    expiresAt: Timestamp.nullable(),
    rateLimit: z
      .object({ limit: z.number().int(), remaining: z.number().int(), resetAt: Timestamp })
      .nullable()
      .describe('Null if the key has no limit.'),
  })
  .meta({ id: 'KeyVerification' });
export type KeyVerification = z.infer<typeof KeyVerification>;
