import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, Id, IdParams, MessageBody, text } from './fields.ts';
import { connectionLimit } from './limits.ts';
import { Pagination, pageQuery } from './pagination.ts';
import {
  Connection,
  ConnectionInput,
  ConnectionLink,
  ConnectionPatch,
  ConnectionTest,
  ssoErrors,
} from './sso-shapes.ts';

/** A bad value counts as none: the browser is passing through and has no page to show an error on. */
const lenient = (max: number) => text(max).optional().catch(undefined);
const journey = {
  access: { kind: 'public', session: 'if-any', about: 'own' },
  feature: 'sso',
  apiKey: false,
  limit: 'sso',
  params: IdParams,
} as const;

export const discoverSso = endpoint({
  method: 'POST',
  path: '/api/auth/sso/discover',
  summary: 'Find the identity provider for an email address',
  description:
    'By its domain only: the reply is the same whether or not the account exists. required: members with this address ' +
    'sign in no other way.',
  access: { kind: 'public' },
  feature: 'sso',
  apiKey: false,
  limit: 'auth',
  changesAccess: [],
  body: z.object({ email: Email }),
  responses: { 200: z.object({ redirectTo: z.string().nullable(), required: z.boolean() }) },
});

export const startSso = endpoint({
  method: 'GET',
  path: '/api/auth/sso/:id',
  summary: "Sign in with an organization's identity provider",
  description:
    'Navigate a browser here. returnTo is a path on this service, or an address on its origin or one of ' +
    'ALLOWED_ORIGINS; anything else is ignored.',
  ...journey,
  query: z.object({ returnTo: lenient(4000), loginHint: lenient(255), test: lenient(2000) }),
  responses: { 302: { redirect: true, description: 'To the identity provider.' } },
  errors: ['SSO_NOT_AVAILABLE'],
});

export const finishSso = endpoint({
  method: 'GET',
  path: '/api/auth/sso/:id/callback',
  summary: 'Return from an identity provider that speaks OpenID Connect',
  description:
    'Signs in and leads to returnTo, or to /auth/two-factor?token=&returnTo=. A failure leads to /login?error= with one ' +
    `of ${ssoErrors.join(', ')}.`,
  ...journey,
  query: z.object({ code: lenient(8000), state: lenient(1000), error: lenient(200) }),
  responses: { 302: { redirect: true, description: 'To the next page.' } },
  errors: ['SSO_NOT_AVAILABLE'],
});

export const receiveSaml = endpoint({
  method: 'POST',
  path: '/api/auth/sso/:id/acs',
  summary: 'Receive the answer of an identity provider that speaks SAML',
  description:
    'Checks the answer without cookies, then leads to /api/auth/sso/[id]/finish, where the browser brings its cookie. One ' +
    'that we did not ask for leads to the start of a sign-in.',
  access: { kind: 'public' },
  form: true,
  // An answer of 256 KiB, in base64 and encoded as a form.
  bodyBytes: 1_048_576,
  feature: 'sso',
  apiKey: false,
  limit: 'sso',
  changesAccess: [],
  params: IdParams,
  body: z.object({
    SAMLResponse: z.string().max(1_048_576).optional().catch(undefined),
    RelayState: lenient(1000),
  }),
  responses: { 303: { redirect: true, description: 'To the next page.' } },
  errors: ['SSO_NOT_AVAILABLE'],
});

export const finishSaml = endpoint({
  method: 'GET',
  path: '/api/auth/sso/:id/finish',
  summary: 'Return from an identity provider that speaks SAML',
  description:
    'The token works once, for 60 seconds, in the browser that started. Otherwise as the callback.',
  ...journey,
  query: z.object({ token: lenient(200) }),
  responses: { 302: { redirect: true, description: 'To the next page.' } },
  errors: ['SSO_NOT_AVAILABLE'],
});

export const getSamlMetadata = endpoint({
  method: 'GET',
  path: '/api/auth/sso/:id/metadata',
  summary: 'Get our SAML metadata, for the identity provider',
  description: 'Its address is our entity ID. It is there whether or not the connection is enabled.',
  access: { kind: 'public' },
  feature: 'sso',
  apiKey: false,
  limit: 'sso',
  params: IdParams,
  responses: { 200: { binary: ['application/samlmetadata+xml'], description: 'The metadata.' } },
  errors: ['SSO_NOT_AVAILABLE'],
});

const path = '/api/organizations/current/connections';
/** An identity provider can sign in as any member: no program reads or changes a connection. */
const closed = { feature: 'sso', apiKey: false, impersonation: 'blocked' } as const;
const reads = { access: { kind: 'organization', role: 'ADMIN' }, ...closed } as const;
const writes = { access: { kind: 'organization', role: 'OWNER' }, ...closed, recent: true } as const;
const ranks = ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'] as const;
const ConnectionBody = z.object({ connection: Connection });

export const listConnections = endpoint({
  method: 'GET',
  path,
  summary: "List the organization's identity providers",
  description: 'Oldest first.',
  ...reads,
  responses: { 200: z.object({ connections: z.array(Connection) }) },
  errors: ['NO_ORGANIZATION'],
});

export const createConnection = endpoint({
  method: 'POST',
  path,
  summary: 'Add an identity provider',
  description:
    `The response has what you enter at the identity provider. At most ${connectionLimit}. Set it up with PATCH, test ` +
    'it, then enable it.',
  ...writes,
  changesAccess: [],
  body: ConnectionInput,
  responses: { 201: ConnectionBody },
  errors: [...ranks, 'CONNECTION_LIMIT_REACHED'],
});

export const getConnection = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  summary: 'Get an identity provider',
  ...reads,
  params: IdParams,
  responses: { 200: ConnectionBody },
  errors: ['NO_ORGANIZATION'],
});

export const updateConnection = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  summary: 'Change an identity provider, or turn it on or off',
  description:
    "Fields you don't send stay as they are, also within oidc, saml and attributes; lists are replaced as a whole. A " +
    'new issuer or entityId needs a new test, and is refused once people are linked. Enabling needs a verified domain ' +
    'and a test that passed. Requiring it needs a test of your own from the last 24 hours, a session begun with two ' +
    'factors, a passkey or this connection, and an OWNER who could sign in without it. Turning it off no longer requires it.',
  ...writes,
  changesAccess: [
    {
      what: 'identity provider',
      proof:
        'organization OWNER; a recent proof. To enable it, a test that passed; a new issuer needs its secret anew, and no links',
      ends: 'if turned off, or of another issuer: sign-ins under way, the sessions that it began with what was granted in them, and what was required',
    },
    {
      what: 'required',
      proof:
        'as above; a test of their own within 24 hours; a session begun with two factors, a passkey or the connection; an OWNER who could break the glass',
      ends: 'of members with an address in its domains: every session, refresh token and remembered login that it did not open; 30 days after they last came through it, their keys and offline grants',
    },
  ],
  params: IdParams,
  body: ConnectionPatch,
  responses: { 200: ConnectionBody },
  errors: [
    ...ranks,
    'CONNECTION_INVALID',
    'CONNECTION_URL_FORBIDDEN',
    'CONNECTION_IN_USE',
    'CONNECTION_NOT_TESTED',
    'BREAK_GLASS_REQUIRED',
    'DOMAIN_NOT_VERIFIED',
    'DOMAIN_TAKEN',
  ],
});

export const deleteConnection = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  summary: 'Remove an identity provider',
  description: 'Its links end, and no one signs in through it any more. People stay members.',
  ...writes,
  changesAccess: [
    {
      what: 'identity provider',
      ends: 'the connection, all its links, and the sessions that it began with what was granted in them',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ranks,
});

export const testConnection = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  summary: 'Test an identity provider',
  description:
    'Navigate the browser to redirectTo. It signs no one in, and comes back to /organization/sso?test= with the ' +
    "connection's id.",
  ...writes,
  changesAccess: [],
  params: IdParams,
  responses: { 200: z.object({ redirectTo: z.string() }) },
  errors: [...ranks, 'CONNECTION_INVALID'],
});

export const getConnectionTest = endpoint({
  method: 'GET',
  path: `${path}/:id/test`,
  summary: 'Get the result of the last test',
  description:
    'Kept for 24 hours. It judges what was sent and the address, not whether this person may sign in.',
  access: { kind: 'organization', role: 'OWNER' },
  ...closed,
  params: IdParams,
  responses: { 200: z.object({ test: ConnectionTest.nullable() }) },
  errors: ['NO_ORGANIZATION'],
});

export const listConnectionLinks = endpoint({
  method: 'GET',
  path: `${path}/:id/links`,
  summary: 'List the people who are linked to an identity provider',
  description: 'Newest first.',
  ...reads,
  params: IdParams,
  query: z.object(pageQuery({ limit: 20, max: 100 })),
  responses: { 200: z.object({ links: z.array(ConnectionLink), pagination: Pagination }) },
  errors: ['NO_ORGANIZATION'],
});

export const deleteConnectionLink = endpoint({
  method: 'DELETE',
  path: `${path}/:id/links/:userId`,
  summary: 'End the link of a person to an identity provider',
  ...writes,
  changesAccess: [
    {
      what: 'link to an identity provider',
      ends: 'the link, and the sessions that the connection began for them with what was granted in them',
    },
  ],
  params: z.object({ id: Id, userId: Id }),
  responses: { 200: MessageBody },
  errors: ranks,
});

export const deleteConnectionLinks = endpoint({
  method: 'DELETE',
  path: `${path}/:id/links`,
  summary: 'End all links to an identity provider',
  description: 'Then its issuer or entityId can be changed.',
  ...writes,
  changesAccess: [
    {
      what: 'link to an identity provider',
      ends: 'all links of the connection, and the sessions that it began with what was granted in them',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ranks,
});
