import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { IdParams, MessageBody, text } from './fields.ts';
import {
  KeyToVerify,
  KeyVerification,
  NewOrganizationKey,
  OrganizationKey,
  OrganizationKeyInput,
  OrganizationKeyPatch,
  Overlap,
} from './organization-key-shapes.ts';
import { Pagination, pageQuery } from './pagination.ts';

const access = { kind: 'organization', role: 'ADMIN' } as const;
const organizationKey = 'latchkey:keys';

export const listOrganizationKeys = endpoint({
  method: 'GET',
  path: '/api/organizations/current/keys',
  summary: "List the organization's API keys, newest first, including revoked ones",
  access,
  organizationKey,
  query: z.object({
    ...pageQuery({ limit: 20, max: 100 }),
    externalId: text(255).optional().describe('Only keys with exactly this externalId.'),
  }),
  responses: { 200: z.object({ keys: z.array(OrganizationKey), pagination: Pagination }) },
  errors: ['NO_ORGANIZATION'],
});

export const createOrganizationKey = endpoint({
  method: 'POST',
  path: '/api/organizations/current/keys',
  summary: 'Create an API key of the organization',
  description:
    'The key is shown only in this response: we keep only its hash. It belongs to the organization, and outlives the ' +
    'account that created it. With prefix or keyHash, it serves only to be verified.',
  access,
  organizationKey,
  impersonation: 'blocked',
  recent: true,
  changesAccess: [{ what: 'organization key', ends: 'nothing' }],
  body: OrganizationKeyInput,
  responses: { 201: NewOrganizationKey },
  errors: [
    'NO_ORGANIZATION',
    'ORGANIZATION_ROLE_TOO_LOW',
    'API_KEY_SCOPE_MISSING',
    'ORGANIZATION_KEY_LIMIT_REACHED',
    'KEY_TAKEN',
  ],
});

export const getOrganizationKey = endpoint({
  method: 'GET',
  path: '/api/organizations/current/keys/:id',
  summary: 'Get an API key of the organization',
  access,
  organizationKey,
  params: IdParams,
  responses: { 200: OrganizationKey },
  errors: ['NO_ORGANIZATION'],
});

export const updateOrganizationKey = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current/keys/:id',
  summary: 'Change an API key of the organization, or turn it off or on',
  description:
    "Fields you don't send stay as they are; lists and metadata are replaced as a whole. A key that is turned off is " +
    "401 until it is turned on again. A revoked key can't be changed.",
  access,
  organizationKey,
  impersonation: 'blocked',
  recent: true,
  changesAccess: [
    {
      what: 'organization key',
      ends: 'nothing; if turned off, the key is refused until it is turned on again',
    },
  ],
  params: IdParams,
  body: OrganizationKeyPatch,
  responses: { 200: OrganizationKey },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'API_KEY_SCOPE_MISSING'],
});

export const revokeOrganizationKey = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current/keys/:id',
  summary: 'Revoke an API key of the organization for good',
  access,
  organizationKey,
  impersonation: 'blocked',
  changesAccess: [{ what: 'organization key', ends: 'the key and all its secrets' }],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const rotateOrganizationKey = endpoint({
  method: 'POST',
  path: '/api/organizations/current/keys/:id/rotate',
  summary: 'Replace the secret of an API key of the organization',
  description:
    'Id, expiry and prefix stay. The earlier secret works until the overlap ends, at most until the key expires. While ' +
    'it does, only overlapHours 0 is accepted, which ends every earlier secret at once.',
  access,
  organizationKey,
  impersonation: 'blocked',
  recent: true,
  changesAccess: [
    {
      what: 'organization key',
      ends: 'the earlier secret, after the overlap; all earlier ones at once if it is 0 hours',
    },
  ],
  params: IdParams,
  body: Overlap,
  responses: { 201: NewOrganizationKey },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'KEY_ROTATING'],
});

export const verifyKey = endpoint({
  method: 'POST',
  path: '/api/keys/verify',
  summary: "Verify an API key of the organization on a customer's request",
  description:
    'For your own API: says whether a key is good for a request that you got. Only VALID counts toward the limit of the ' +
    'key and sets lastUsedAt. A key of another organization, a personal key and nonsense are all NOT_FOUND.',
  access: { kind: 'organizationKey' },
  organizationKey: 'latchkey:verify',
  changesAccess: [],
  body: KeyToVerify,
  responses: { 200: KeyVerification },
});
