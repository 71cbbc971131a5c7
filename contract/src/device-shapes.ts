import { z } from 'zod';
import { Id, MessageBody, Timestamp, text } from './fields.ts';
import { ClientParameters, OrganizationChoices, PageRequest, Parameter, Resource } from './oidc-shapes.ts';

/** RFC 8628, 6.1: no vowels, so no words, and nothing that looks like something else. */
export const userCodeLetters = 'BCDFGHJKLMNPQRSTVWXZ';
export const userCodeLength = 8;

/** What people type, however they type it. Undefined if it can't be a code. */
export function readUserCode(typed: string): string | undefined {
  const code = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase();
  return code.length === userCodeLength && [...code].every((letter) => userCodeLetters.includes(letter))
    ? code
    : undefined;
}

/** In two halves, as devices show it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, userCodeLength / 2)}-${code.slice(userCodeLength / 2)}`;
}

export const deviceStart = {
  changesAccess: [],
  body: z.object({
    ...ClientParameters,
    scope: Parameter,
    resource: Parameter,
    organization: Parameter.describe('The id of the organization that its tokens are to be about.'),
  }),
  responses: {
    200: z.object({
      device_code: z.string(),
      user_code: z.string(),
      verification_uri: z.string(),
      verification_uri_complete: z.string(),
      expires_in: z.number().int(),
      interval: z.number().int(),
    }),
  },
  errors: ['INVALID_CLIENT', 'INVALID_TARGET', 'UNAUTHORIZED_CLIENT'],
} as const;

const refusals = [
  'DEVICE_CODE_INVALID',
  'NOT_A_MEMBER',
  'TWO_FACTOR_SETUP_REQUIRED',
  'SIGN_IN_METHOD_NOT_ALLOWED',
  'SSO_REQUIRED',
] as const;

export const deviceLookup = {
  changesAccess: [],
  body: z.object({
    userCode: text(100, 1).describe('As the device shows it. Case, spaces and dashes make no difference.'),
  }),
  responses: {
    200: z.object({
      request: z.string().describe('For the decision. Only for the account that looked it up.'),
      application: z.object({ id: z.string(), clientId: z.string(), name: z.string() }),
      scopes: z.array(z.string()),
      resource: Resource,
      organizations: OrganizationChoices,
      requestedAt: Timestamp,
      ipAddress: z.string().describe('Where the device is.'),
      sameNetwork: z.boolean().describe('False: this request comes from another network than the device.'),
      device: z.string().describe('What the device says that it is.'),
    }),
  },
  errors: [...refusals, 'RATE_LIMITED'],
} as const;

export const deviceDecision = {
  changesAccess: [
    {
      what: 'application',
      proof: 'the session of the account that looked up the code',
      ends: 'nothing; the device can get tokens until its code ends',
    },
  ],
  body: PageRequest.extend({ decision: z.enum(['allow', 'deny']), organizationId: Id.optional() }),
  responses: { 200: MessageBody },
  errors: refusals,
} as const;
