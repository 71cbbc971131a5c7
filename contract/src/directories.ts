import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, name, Timestamp } from './fields.ts';
import { scimErrorDays, scimErrorLimit, scimTokenLimit } from './limits.ts';

const ScimToken = z
  .object({
    id: Id,
    description: z.string().nullable(),
    createdBy: z.object({ id: Id, email: z.string() }).nullable().describe('Null once the account is gone.'),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ScimToken' });
export type ScimToken = z.infer<typeof ScimToken>;

const ScimError = z
  .object({
    at: Timestamp,
    method: z.string(),
    path: z.string(),
    status: z.int(),
    scimType: z.string().nullable(),
    detail: z.string(),
  })
  .meta({ id: 'ScimError' });
export type ScimError = z.infer<typeof ScimError>;

const path = '/api/organizations/current/scim-tokens';
const admin = { kind: 'organization', role: 'ADMIN' } as const;
/** A directory decides who belongs to the organization: only an OWNER connects or disconnects one. */
const guarded = {
  access: { kind: 'organization', role: 'OWNER' },
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
} as const;

export const listScimTokens = endpoint({
  method: 'GET',
  path,
  summary: "List the tokens of the organization's directory",
  description: 'Oldest first. Revoked tokens are gone.',
  access: admin,
  responses: { 200: z.object({ tokens: z.array(ScimToken) }) },
  errors: ['NO_ORGANIZATION'],
});

export const createScimToken = endpoint({
  method: 'POST',
  path,
  summary: "Create a token for the organization's directory",
  description:
    `The secret is shown once. It opens /api/scim/v2 and nothing else, has no expiry, and outlives its maker. At most ` +
    `${scimTokenLimit} at a time: one in use, and one to replace it with.`,
  ...guarded,
  changesAccess: [{ what: 'directory token', ends: 'nothing' }],
  body: z.object({ description: name(100, 0).optional() }),
  responses: { 201: z.object({ token: ScimToken, secret: z.string() }) },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'SCIM_TOKEN_LIMIT_REACHED'],
});

export const revokeScimToken = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: "Revoke a token of the organization's directory",
  description: 'At once. The people and groups that the directory made stay.',
  ...guarded,
  changesAccess: [{ what: 'directory token', ends: 'the token' }],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const listScimErrors = endpoint({
  method: 'GET',
  path: '/api/organizations/current/scim-errors',
  summary: "List what the organization's directory was refused",
  description: `The last ${scimErrorLimit}, newest first, kept ${scimErrorDays} days.`,
  access: admin,
  responses: { 200: z.object({ errors: z.array(ScimError) }) },
  errors: ['NO_ORGANIZATION'],
});
