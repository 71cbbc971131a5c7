import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, Id, text } from './fields.ts';

/** What /login?error= says when a sign-in by an organization's identity provider fails. */
export const ssoErrors = [
  'invalid_state',
  'sso_denied',
  'sso_failed',
  'sso_unavailable',
  'sso_email_not_allowed',
  'sso_not_provisioned',
  'sso_not_member',
  'sso_conflict',
  'sso_not_allowed',
  'account_inactive',
] as const;
export type SsoError = (typeof ssoErrors)[number];

/** A bad value counts as none: the browser is passing through and has no page to show an error on. */
const lenient = (max: number) => text(max).optional().catch(undefined);
const params = z.object({ id: Id });
const journey = {
  access: { kind: 'public', session: 'if-any' },
  feature: 'sso',
  apiKey: false,
  limit: 'sso',
  params,
} as const;

export const discoverSso = endpoint({
  method: 'POST',
  path: '/api/auth/sso/discover',
  summary: 'Find the identity provider for an email address',
  description: 'By its domain only: the reply is the same whether or not the account exists.',
  access: { kind: 'public' },
  feature: 'sso',
  apiKey: false,
  limit: 'auth',
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
  params,
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
  params,
  responses: { 200: { binary: ['application/samlmetadata+xml'], description: 'The metadata.' } },
  errors: ['SSO_NOT_AVAILABLE'],
});

export const ssoEndpoints = { discoverSso, startSso, finishSso, receiveSaml, finishSaml, getSamlMetadata };
