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

export const ssoEndpoints = { discoverSso, startSso, finishSso };
