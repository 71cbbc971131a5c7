import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, name, Timestamp, text } from './fields.ts';

export const apiKeyPermissions = ['READ_ONLY', 'READ_WRITE'] as const;
export type ApiKeyPermission = (typeof apiKeyPermissions)[number];

/** What every key begins with. The part of it that is shown is as long as this and four more characters. */
export const apiKeyLiteral = 'lsk_';

const isoDate = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);

/** A day is its first moment in UTC; a time of day says its zone. That it lies ahead is the service's to judge. */
const ExpiresAt = text(64)
  .refine(
    (value) => isoDate.safeParse(value).success,
    'Must be an ISO date such as 2030-01-31T12:00:00.000Z.',
  )
  .transform((value) => new Date(value))
  .meta({ format: 'date-time', examples: ['2030-01-31T12:00:00.000Z'] });

export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    keyPrefix: z.string(),
    permission: z.enum(apiKeyPermissions),
    expiresAt: Timestamp.nullable().describe('Null: never.'),
    lastUsedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    revokedAt: Timestamp.nullable().describe('Null: not revoked.'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

export const createKey = endpoint({
  method: 'POST',
  path: '/api/keys',
  summary: 'Create an API key',
  description: 'The key itself is in this answer and nowhere else: only its hash is kept.',
  access: { kind: 'session' },
  apiKey: false,
  impersonation: 'blocked',
  body: z.object({
    name: name(50),
    permission: z.enum(apiKeyPermissions).default('READ_ONLY'),
    expiresAt: ExpiresAt.nullish(),
  }),
  responses: {
    201: ApiKey.omit({ lastUsedAt: true, revokedAt: true }).extend({ key: z.string() }),
  },
  errors: ['KEY_LIMIT_REACHED', 'UNAUTHENTICATED'],
});

export const listKeys = endpoint({
  method: 'GET',
  path: '/api/keys',
  summary: 'The own API keys, revoked ones included',
  access: { kind: 'session' },
  responses: {
    200: z.object({
      keys: z.array(ApiKey),
      count: z.number().int().describe('Keys that are not revoked.'),
      limit: z.number().int().describe('The most that may be not revoked.'),
    }),
  },
});

export const getKey = endpoint({
  method: 'GET',
  path: '/api/keys/:id',
  summary: 'One of the own API keys',
  access: { kind: 'session' },
  params: IdParams,
  responses: { 200: ApiKey },
});

export const updateKey = endpoint({
  method: 'PATCH',
  path: '/api/keys/:id',
  summary: 'Change the name, permission or expiry of a key',
  description: 'Partial: fields that are not sent stay. A revoked key cannot be changed.',
  access: { kind: 'session' },
  apiKey: false,
  impersonation: 'blocked',
  params: IdParams,
  body: z.object({
    name: name(50).optional(),
    permission: z.enum(apiKeyPermissions).optional(),
    expiresAt: ExpiresAt.nullable().optional(),
  }),
  responses: { 200: ApiKey },
});

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/api/keys/:id',
  summary: 'Revoke a key for good',
  access: { kind: 'session' },
  apiKey: false,
  impersonation: 'blocked',
  params: IdParams,
  responses: { 200: MessageBody },
});

export const keyEndpoints = { createKey, listKeys, getKey, updateKey, revokeKey };
