import { z } from 'zod';
import { LoginBody, TwoFactorRequiredBody } from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { MessageBody, name, text, Username } from './fields.ts';
import { GivenPassword } from './passwords.ts';
import { OAuthAccount, ProviderName } from './sign-in-shapes.ts';

/** What /login?error= says when a sign-in with a provider fails. */
const oauthErrors = [
  'oauth_denied',
  'invalid_state',
  'token_exchange_failed',
  'profile_fetch_failed',
  'email_not_verified',
  'sign_in_method_not_allowed',
  'sso_required',
  'hook_denied',
  'hook_unavailable',
  'account_inactive',
  'provider_unavailable',
] as const;
export type OAuthError = (typeof oauthErrors)[number];

const ProviderParams = z.object({ provider: ProviderName });

/** A bad value counts as none: the browser is passing through and has no page to show an error on. */
const lenient = (max: number) => text(max).optional().catch(undefined);

/** Pending tokens carry sealed provider tokens, and the provider decides how long those are. */
const PendingOAuthToken = text(20_000, 1);

export const startOAuth = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/:provider',
  summary: 'Sign in with a provider',
  description:
    'Navigate a browser here. returnTo is a path on this service, or an address on its origin or one of ' +
    'ALLOWED_ORIGINS; anything else is ignored. With link=true a ' +
    'signed-in user links another provider. A provider that cannot be reached leads to ' +
    '/login?error=provider_unavailable.',
  access: { kind: 'public', sessionWhen: 'link', about: 'personal' },
  apiKey: false,
  limit: 'auth',
  params: ProviderParams,
  query: z.object({
    // Long enough for an application's own request; providers don't accept a much longer state.
    returnTo: lenient(4000),
    inviteToken: lenient(1000),
    link: z.enum(['true', 'false']).optional().catch(undefined),
  }),
  responses: { 302: { redirect: true, description: 'To the provider.' } },
  errors: ['PROVIDER_NOT_AVAILABLE', 'UNAUTHENTICATED', 'REAUTHENTICATION_REQUIRED'],
});

export const finishOAuth = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/:provider/callback',
  summary: 'Return from a provider',
  description:
    'Signs in a linked account and leads to returnTo, or to /auth/two-factor?token=&returnTo=. An email that belongs ' +
    'to an account leads to /auth/oauth/link?token=, an unknown one to /auth/oauth/complete?token=. A failure leads ' +
    `to /login?error= with one of ${oauthErrors.join(', ')}.`,
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  params: ProviderParams,
  query: z.object({
    code: lenient(4000),
    state: lenient(8000),
    error: lenient(200),
  }),
  responses: { 302: { redirect: true, description: 'To the next page.' } },
  errors: ['PROVIDER_NOT_AVAILABLE'],
});

export const finishOAuthByForm = endpoint({
  method: 'POST',
  path: '/api/auth/oauth/:provider/callback',
  summary: 'Return from a provider that posts a form',
  description:
    'Leads to the GET of the same path: the browser sends its cookies along only there. Apple returns this way.',
  access: { kind: 'public' },
  form: true,
  apiKey: false,
  limit: 'auth',
  changesAccess: [],
  params: ProviderParams,
  body: z.object({ code: lenient(4000), state: lenient(8000), error: lenient(200) }),
  responses: { 303: { redirect: true, description: 'To the GET of the same path.' } },
  errors: ['PROVIDER_NOT_AVAILABLE'],
});

const PendingOAuth = z
  .object({
    provider: ProviderName,
    email: z.string().nullable().describe('The address that the provider has verified, if any.'),
  })
  .meta({ id: 'PendingOAuth' });
export type PendingOAuth = z.infer<typeof PendingOAuth>;

export const getPendingOAuth = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/pending',
  summary: 'Show the provider account of a pending sign-in',
  description:
    'What /auth/oauth/complete and /auth/oauth/link show before you continue. The token works only in the browser ' +
    'that started the sign-in, which holds the oauth_pending cookie.',
  access: { kind: 'token' },
  apiKey: false,
  query: z.object({ token: PendingOAuthToken }),
  responses: { 200: PendingOAuth },
  errors: ['PENDING_TOKEN_INVALID'],
});

export const completeOAuth = endpoint({
  method: 'POST',
  path: '/api/auth/oauth/complete',
  summary: 'Create an account with a provider',
  description:
    'Send exactly one of organizationName and inviteToken, or neither if the sign-in started with an invitation ' +
    'or the address is in a domain whose organization people may join by themselves. ' +
    'Names default to those from the provider.',
  access: { kind: 'token' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [
    { what: 'provider', proof: 'the provider, in the browser that started it', ends: 'the pending token' },
  ],
  body: z
    .object({
      token: PendingOAuthToken,
      organizationName: name(100, 2).nullish(),
      inviteToken: text(1000).nullish(),
      username: Username.nullish(),
      firstName: name(100, 0).nullish(),
      lastName: name(100, 0).nullish(),
    })
    .superRefine((body, context) => {
      if (body.organizationName && body.inviteToken)
        for (const path of ['organizationName', 'inviteToken'])
          context.addIssue({
            code: 'custom',
            path: [path],
            message: 'Send exactly one of organizationName and inviteToken.',
          });
    }),
  responses: { 201: LoginBody },
  errors: [
    'PERMISSION_DENIED',
    'SIGN_IN_METHOD_NOT_ALLOWED',
    'SSO_REQUIRED',
    'HOOK_DENIED',
    'HOOK_UNAVAILABLE',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'EMAIL_NOT_VERIFIED',
    'PENDING_TOKEN_INVALID',
    'EMAIL_TAKEN',
    'USERNAME_TAKEN',
    'ALREADY_LINKED',
    'INVITE_INVALID',
    'INVITE_EMAIL_MISMATCH',
  ],
});

export const linkOAuth = endpoint({
  method: 'POST',
  path: '/api/auth/oauth/link',
  summary: 'Link a provider to an account with its password',
  description: 'A wrong password counts toward the lockout and leaves the token usable.',
  turn: 'hash',
  access: { kind: 'token' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [
    {
      what: 'provider',
      proof: 'the provider and the password, in the browser that started it',
      ends: 'the pending token',
    },
  ],
  body: z.object({ token: PendingOAuthToken, password: GivenPassword }),
  responses: { 200: z.union([LoginBody, TwoFactorRequiredBody]) },
  errors: [
    'SIGN_IN_METHOD_NOT_ALLOWED',
    'SSO_REQUIRED',
    'HOOK_DENIED',
    'HOOK_UNAVAILABLE',
    'PENDING_TOKEN_INVALID',
    'INVALID_CREDENTIALS',
    'PASSWORD_NOT_SET',
    'ACCOUNT_LOCKED',
    'ALREADY_LINKED',
  ],
});

export const listOAuthProviders = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/providers',
  summary: 'List the providers you can sign in with',
  access: { kind: 'public' },
  apiKey: false,
  responses: {
    200: z.object({
      providers: z.array(ProviderName).describe('In the order in which to offer them.'),
      labels: z.record(ProviderName, z.string()).describe('The name to show for each: "Continue with …".'),
    }),
  },
});

export const listOAuthAccounts = endpoint({
  method: 'GET',
  path: '/api/auth/oauth/accounts',
  summary: 'List your linked providers',
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  beforeTwoFactorSetup: true,
  responses: {
    200: z.object({
      accounts: z.array(OAuthAccount),
      hasPassword: z.boolean(),
      enabledProviders: z.array(ProviderName),
    }),
  },
});

export const unlinkOAuthAccount = endpoint({
  method: 'DELETE',
  path: '/api/auth/oauth/accounts/:provider',
  summary: 'Unlink a provider',
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  impersonation: 'blocked',
  limit: 'auth',
  beforeTwoFactorSetup: true,
  changesAccess: [
    {
      what: 'provider',
      proof: 'the session; never the last way in',
      ends: 'the link and its tokens. Sessions stay.',
    },
  ],
  params: ProviderParams,
  responses: { 200: MessageBody },
  errors: ['LAST_SIGN_IN_METHOD'],
});

export const unlinkOAuthAccountByQuery = endpoint({
  method: 'DELETE',
  path: '/api/auth/oauth/accounts',
  summary: 'Unlink a provider, named in the query',
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  impersonation: 'blocked',
  limit: 'auth',
  beforeTwoFactorSetup: true,
  changesAccess: [
    {
      what: 'provider',
      proof: 'the session; never the last way in',
      ends: 'the link and its tokens. Sessions stay.',
    },
  ],
  query: z.object({ provider: text(100, 1) }),
  responses: { 200: MessageBody },
  errors: ['NOT_FOUND', 'LAST_SIGN_IN_METHOD'],
});
