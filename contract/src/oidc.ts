import { z } from 'zod';
import { deviceDecision, deviceLookup, deviceStart } from './device-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import {
  AboutToken,
  AuthorizeParameters,
  afterLogout,
  backToApplication,
  ClientMetadata,
  Consent,
  Discovery,
  IntrospectionResponse,
  Jwks,
  LogoutParameters,
  PageRequest,
  Parameter,
  RegisteredClient,
  TokenRequest,
  TokenResponse,
  UserinfoResponse,
  WhereTo,
} from './oidc-shapes.ts';

const anyone = { kind: 'public' } as const;
const browser = { kind: 'public', session: 'if-any', about: 'own' } as const;
const bearer = { kind: 'token' } as const;
const published = { turn: 'none', access: anyone, feature: 'oidc', dialect: 'oauth', cors: 'any' } as const;

export const getOpenidConfiguration = endpoint({
  method: 'GET',
  path: '/.well-known/openid-configuration',
  summary: 'Get the OpenID Connect discovery document',
  ...published,
  responses: { 200: Discovery },
});

export const getAuthorizationServer = endpoint({
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  summary: 'Get the same document at the OAuth path (RFC 8414)',
  ...published,
  responses: { 200: Discovery },
});

export const getJwks = endpoint({
  method: 'GET',
  path: '/api/oidc/jwks',
  summary: 'Get the public keys for verifying tokens',
  ...published,
  responses: { 200: Jwks },
});

export const authorize = endpoint({
  method: 'GET',
  path: '/api/oidc/authorize',
  summary: 'Sign in to an application',
  description:
    'Errors go back to the application with `error`, `error_description`, `state` and `iss`. If the application or ' +
    "its redirect URI isn't registered, this is a page that says so (400).",
  access: browser,
  feature: 'oidc',
  dialect: 'browser',
  query: AuthorizeParameters,
  responses: { 302: backToApplication },
  errors: ['AUTHORIZE_CLIENT_UNKNOWN', 'AUTHORIZE_REDIRECT_UNKNOWN', 'RATE_LIMITED'],
});

export const authorizeByForm = endpoint({
  method: 'POST',
  path: '/api/oidc/authorize',
  summary: 'Sign in to an application, with parameters from a form',
  access: anyone,
  feature: 'oidc',
  dialect: 'browser',
  changesAccess: [],
  body: AuthorizeParameters,
  responses: { 302: backToApplication },
});

export const exchangeToken = endpoint({
  method: 'POST',
  path: '/api/oidc/token',
  summary: 'Exchange a code, a device code, a refresh token or client credentials for tokens',
  access: bearer,
  feature: 'oidc',
  dialect: 'oauth',
  cors: 'any',
  limit: 'oidcToken',
  changesAccess: [],
  body: TokenRequest,
  responses: { 200: TokenResponse },
  errors: [
    'INVALID_REQUEST',
    'INVALID_CLIENT',
    'INVALID_GRANT',
    'INVALID_SCOPE',
    'INVALID_TARGET',
    'UNAUTHORIZED_CLIENT',
    'UNSUPPORTED_GRANT_TYPE',
    'AUTHORIZATION_PENDING',
    'SLOW_DOWN',
    'ACCESS_DENIED',
    'EXPIRED_TOKEN',
    'HOOK_DENIED',
    'HOOK_UNAVAILABLE',
  ],
});

export const startDeviceGrant = endpoint({
  method: 'POST',
  path: '/api/oidc/device',
  summary: 'Start a sign-in on a device without a browser (RFC 8628)',
  access: bearer,
  feature: 'oidc',
  dialect: 'oauth',
  limit: 'oidcDevice',
  ...deviceStart,
});

const userinfo = {
  path: '/api/oidc/userinfo',
  access: bearer,
  feature: 'oidc',
  dialect: 'bearer',
  cors: 'any',
  responses: { 200: UserinfoResponse },
  errors: ['INVALID_TOKEN', 'INSUFFICIENT_SCOPE'],
} as const;

export const getUserinfo = endpoint({
  method: 'GET',
  summary: 'Get claims about the user of an access token',
  ...userinfo,
});

export const postUserinfo = endpoint({
  method: 'POST',
  summary: 'Get claims about the user of an access token, sent in a form',
  ...userinfo,
  changesAccess: [],
  body: z.object({ access_token: Parameter }),
});

export const introspectToken = endpoint({
  method: 'POST',
  path: '/api/oidc/introspect',
  summary: 'Check whether a token is active (RFC 7662)',
  access: bearer,
  limit: 'oidcIntrospect',
  feature: 'oidc',
  dialect: 'oauth',
  changesAccess: [],
  body: AboutToken,
  responses: { 200: IntrospectionResponse },
  errors: ['INVALID_REQUEST', 'INVALID_CLIENT'],
});

export const revokeToken = endpoint({
  method: 'POST',
  path: '/api/oidc/revoke',
  summary: 'Revoke the grant of a token (RFC 7009)',
  access: bearer,
  feature: 'oidc',
  dialect: 'oauth',
  cors: 'any',
  limit: 'oidcToken',
  changesAccess: [
    {
      what: 'application',
      proof: "the token and the client's secret (a public client has none)",
      ends: 'the grant of that token',
    },
  ],
  body: AboutToken,
  responses: { 200: z.object({}) },
  errors: ['INVALID_REQUEST', 'INVALID_CLIENT', 'INVALID_GRANT'],
});

export const registerClient = endpoint({
  method: 'POST',
  path: '/api/oidc/register',
  summary: 'Register a public client (RFC 7591)',
  description: 'Off unless ENABLE_DYNAMIC_CLIENTS is true.',
  access: anyone,
  feature: 'dynamicClients',
  dialect: 'oauth-json',
  limit: 'oidcRegister',
  changesAccess: [],
  body: ClientMetadata,
  responses: { 201: RegisteredClient },
  errors: ['INVALID_REDIRECT_URI', 'INVALID_CLIENT_METADATA'],
});

export const endSession = endpoint({
  method: 'GET',
  path: '/api/oidc/logout',
  summary: 'Sign out, from an application',
  access: browser,
  feature: 'oidc',
  dialect: 'browser-sign-out',
  query: LogoutParameters,
  responses: { 302: afterLogout },
});

export const endSessionByForm = endpoint({
  method: 'POST',
  path: '/api/oidc/logout',
  summary: 'Sign out from an application, with parameters from a form',
  access: anyone,
  feature: 'oidc',
  dialect: 'browser-sign-out',
  changesAccess: [],
  body: LogoutParameters,
  responses: { 302: afterLogout },
});

const onPage = {
  access: { kind: 'session', about: 'own' },
  feature: 'oidc',
  apiKey: false,
  bearer: false,
} as const;

export const confirmLogout = endpoint({
  method: 'POST',
  path: '/api/oidc/logout/confirm',
  summary: 'Confirm a sign-out that an application asked for',
  description: 'For /signed-out?request=, where the user is asked to confirm.',
  ...onPage,
  beforeTwoFactorSetup: true,
  changesAccess: [],
  body: PageRequest,
  responses: { 200: WhereTo },
  errors: ['TOKEN_INVALID'],
});

export const getConsent = endpoint({
  method: 'GET',
  path: '/api/oidc/consent',
  summary: 'Get what an application asks for',
  description: 'For /consent?request=.',
  ...onPage,
  // What applies is judged with the answer, for the organization that the tokens will be about.
  beyondOrganizationPolicy: true,
  query: PageRequest,
  responses: { 200: Consent },
  errors: ['TOKEN_INVALID'],
});

export const decideConsent = endpoint({
  method: 'POST',
  path: '/api/oidc/consent',
  summary: 'Allow or deny what an application asks for',
  ...onPage,
  beyondOrganizationPolicy: true,
  impersonation: 'blocked',
  changesAccess: [
    {
      what: 'application',
      proof: 'the session that was asked',
      ends: 'nothing; a code that lasts 60 seconds is issued',
    },
  ],
  body: PageRequest.extend({ decision: z.enum(['allow', 'deny']), organizationId: Id.optional() }),
  responses: { 200: WhereTo },
  errors: ['TOKEN_INVALID'],
});

const ofDevice = { ...onPage, beyondOrganizationPolicy: true, impersonation: 'blocked' } as const;

export const lookUpDeviceGrant = endpoint({
  method: 'POST',
  path: '/api/oidc/device/lookup',
  summary: 'Get what a device asks for, by the code it shows',
  ...ofDevice,
  ...deviceLookup,
});

export const decideDeviceGrant = endpoint({
  method: 'POST',
  path: '/api/oidc/device/decide',
  summary: 'Allow or deny what a device asks for',
  ...ofDevice,
  ...deviceDecision,
});
