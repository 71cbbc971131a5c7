import { z } from 'zod';
import {
  Application,
  applicationKinds,
  BackchannelLogoutUri,
  RedirectUris,
  Scopes,
} from './application-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, name, Timestamp } from './fields.ts';
import { oidcScopes } from './oidc-scopes.ts';
import { SelfRegistered, signingAlgorithms } from './oidc-shapes.ts';

const one = z.object({ application: Application });
const read = { kind: 'permission', permission: 'applications:read' } as const;
const write = { kind: 'permission', permission: 'applications:write' } as const;

export const listApplications = endpoint({
  method: 'GET',
  path: '/api/admin/applications',
  summary: 'List the applications that people can sign in to',
  access: read,
  feature: 'oidc',
  responses: { 200: z.object({ applications: z.array(Application) }) },
});

export const createApplication = endpoint({
  method: 'POST',
  path: '/api/admin/applications',
  summary: 'Register an application',
  description: 'The secret is shown only in this response: we keep only its hash.',
  access: write,
  feature: 'oidc',
  impersonation: 'blocked',
  recent: true,
  changesAccess: [],
  body: z.object({
    name: name(100),
    kind: z.enum(applicationKinds),
    redirectUris: RedirectUris.default([]),
    postLogoutRedirectUris: RedirectUris.default([]),
    backchannelLogoutUri: BackchannelLogoutUri.default(null),
    firstParty: z.boolean().default(false),
    organizationId: Id.nullable().default(null),
    signingAlgorithm: z.enum(signingAlgorithms).default('RS256'),
    requirePkce: z.boolean().default(true),
    scopes: Scopes.default([...oidcScopes]),
    deviceGrant: z.boolean().default(false),
  }),
  responses: {
    201: one.extend({ clientSecret: z.string().optional().describe('Public kinds have none.') }),
  },
  errors: ['LOGOUT_URL_FORBIDDEN'],
});

export const getApplication = endpoint({
  method: 'GET',
  path: '/api/admin/applications/:id',
  summary: 'Get an application',
  access: read,
  feature: 'oidc',
  params: IdParams,
  responses: { 200: one },
});

export const updateApplication = endpoint({
  method: 'PATCH',
  path: '/api/admin/applications/:id',
  summary: 'Change an application',
  description: "Fields you don't send stay as they are. The kind of an application never changes.",
  access: write,
  feature: 'oidc',
  impersonation: 'blocked',
  recent: true,
  changesAccess: [
    {
      what: 'application',
      ends: 'access it no longer has: new scopes and members apply to the next call; what people outside its new organization granted',
    },
  ],
  params: IdParams,
  body: z.object({
    name: name(100).optional(),
    redirectUris: RedirectUris.optional(),
    postLogoutRedirectUris: RedirectUris.optional(),
    backchannelLogoutUri: BackchannelLogoutUri.optional(),
    firstParty: z.boolean().optional(),
    organizationId: Id.nullable().optional(),
    signingAlgorithm: z.enum(signingAlgorithms).optional(),
    requirePkce: z.boolean().optional(),
    scopes: Scopes.optional(),
    deviceGrant: z.boolean().optional(),
    enabled: z.boolean().optional(),
  }),
  responses: { 200: one },
  errors: ['LOGOUT_URL_FORBIDDEN'],
});

export const deleteApplication = endpoint({
  method: 'DELETE',
  path: '/api/admin/applications/:id',
  summary: 'Delete an application and everything it was granted',
  access: write,
  feature: 'oidc',
  impersonation: 'blocked',
  recent: true,
  changesAccess: [{ what: 'application', ends: 'its secrets, and every code, grant, token and consent' }],
  params: IdParams,
  responses: { 200: MessageBody },
});

export const createApplicationSecret = endpoint({
  method: 'POST',
  path: '/api/admin/applications/:id/secret',
  summary: 'Give an application a new secret',
  description: 'The previous secret keeps working until the next one is created: at most two work at a time.',
  access: write,
  feature: 'oidc',
  impersonation: 'blocked',
  recent: true,
  changesAccess: [{ what: 'application', ends: 'the secret before the last one' }],
  params: IdParams,
  responses: { 201: z.object({ clientSecret: z.string() }) },
  errors: ['APPLICATION_HAS_NO_SECRET'],
});

const GrantedApplication = z
  .object({
    id: Id,
    clientId: z.string(),
    name: z.string(),
    firstParty: z.boolean(),
    selfRegistered: SelfRegistered,
    scopes: z.array(z.string()),
    grantedAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
  })
  .meta({ id: 'GrantedApplication' });
export type GrantedApplication = z.infer<typeof GrantedApplication>;

export const listGrantedApplications = endpoint({
  method: 'GET',
  path: '/api/users/profile/applications',
  summary: 'List the applications the caller signs in to',
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  feature: 'oidc',
  beforeTwoFactorSetup: true,
  responses: { 200: z.object({ applications: z.array(GrantedApplication) }) },
});

export const withdrawApplication = endpoint({
  method: 'DELETE',
  path: '/api/users/profile/applications/:id',
  summary: 'Withdraw everything the caller granted to an application',
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  feature: 'oidc',
  beforeTwoFactorSetup: true,
  impersonation: 'blocked',
  changesAccess: [
    {
      what: 'application',
      proof: 'the session, or a key of the same account',
      ends: 'the consent and every grant for the application, which gets a back-channel logout',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
});
