import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, name, Timestamp } from './fields.ts';
import { apiKeyPermissions, ExpiresAt } from './key-shapes.ts';

const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    keyPrefix: z.string(),
    permission: z.enum(apiKeyPermissions),
    organizationId: Id.nullable().describe(
      'The organization it was made in: it acts there and nowhere else, and ends with the membership. Null: made without one.',
    ),
    expiresAt: Timestamp.nullable().describe('Null: never expires.'),
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
  description: 'The key is shown only in this response: we keep only its hash.',
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  impersonation: 'blocked',
  changesAccess: [{ what: 'key', ends: 'nothing' }],
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
  summary: "List the caller's API keys, including revoked ones",
  access: { kind: 'session', about: 'own' },
  responses: {
    200: z.object({
      keys: z.array(ApiKey),
      count: z.number().int().describe('Keys that are not revoked.'),
      limit: z.number().int().describe('The most keys you can have at once, not counting revoked ones.'),
    }),
  },
});

export const getKey = endpoint({
  method: 'GET',
  path: '/api/keys/:id',
  summary: "Get one of the caller's API keys",
  access: { kind: 'session', about: 'own' },
  params: IdParams,
  responses: { 200: ApiKey },
});

export const updateKey = endpoint({
  method: 'PATCH',
  path: '/api/keys/:id',
  summary: "Change an API key's name, permission or expiry",
  description: "Fields you don't send stay as they are. A revoked key can't be changed.",
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  impersonation: 'blocked',
  changesAccess: [{ what: 'key', ends: 'nothing' }],
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
  summary: 'Revoke an API key for good',
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  impersonation: 'blocked',
  changesAccess: [{ what: 'key', ends: 'the key' }],
  params: IdParams,
  responses: { 200: MessageBody },
});
