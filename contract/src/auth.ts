import { z } from 'zod';
import { allSessions } from './access-changes.ts';
import {
  entryErrors,
  LoginBody,
  lateErrors,
  MailedToken,
  MeBody,
  RegisterBody,
  RegisteredBody,
  Session,
  Tokens,
  TwoFactorRequiredBody,
} from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Email, IdParams, MessageBody, text } from './fields.ts';
import { lifetimes } from './limits.ts';
import { GivenPassword, matchesConfirmation, NewPassword } from './passwords.ts';
import { UserActionBody } from './user-shapes.ts';

/** What mails a link to the address that the body names. */
const mailedLink = {
  description: 'Same reply whether or not the account exists.',
  turn: 'mail',
  access: { kind: 'public' },
  apiKey: false,
  challenge: 'always',
  accountField: 'email',
  changesAccess: [],
  body: z.object({ email: Email }),
  responses: { 200: MessageBody },
} as const;

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  summary: 'Sign in with email and password',
  description: 'With rememberMe, the session lasts 30 days and the remember_me cookie renews it.',
  turn: 'hash',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'login',
  challenge: 'after-failures',
  accountField: 'email',
  changesAccess: [],
  body: z.object({ email: Email, password: GivenPassword, rememberMe: z.boolean().optional() }),
  responses: { 200: z.union([LoginBody, TwoFactorRequiredBody]) },
  errors: ['INVALID_CREDENTIALS', 'ACCOUNT_LOCKED', 'SIGN_IN_METHOD_NOT_ALLOWED', ...lateErrors],
});

export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  summary: 'Create an account with a new organization or an invitation',
  description:
    'Send exactly one of organizationName and inviteToken, or neither if the address is in a domain whose organization ' +
    'people may join by themselves: the account joins it when the address is verified. Exactly one of password and passkey ' +
    '(with its challengeToken); a passkey signs in as well.',
  turn: 'hash',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'register',
  challenge: 'always',
  changesAccess: [],
  body: RegisterBody,
  responses: { 201: RegisteredBody },
  errors: [
    'PASSKEYS_NOT_AVAILABLE',
    'NEW_PASSKEY_INVALID',
    'PASSKEY_EXISTS',
    ...entryErrors,
    'PASSWORD_TOO_WEAK',
    'PASSWORD_BREACHED',
  ],
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'End this session',
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  impersonation: 'ends',
  limit: 'auth',
  beforeTwoFactorSetup: true,
  changesAccess: [],
  responses: { 200: MessageBody },
});

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  summary: 'Exchange a refresh token for new tokens',
  description:
    'The token comes from the refresh_token cookie, or from the body for clients without cookies. ' +
    'Each token works once: using an old one again ends the session.',
  access: { kind: 'token' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [],
  body: z.object({ refreshToken: text(1000).nullish() }),
  responses: { 200: z.object({ tokens: Tokens }) },
  errors: ['REFRESH_TOKEN_INVALID', 'REFRESH_REUSED'],
});

export const me = endpoint({
  method: 'GET',
  path: '/api/auth/me',
  turn: 'none',
  summary: 'Get the calling user, with their organization and permissions',
  access: { kind: 'session', about: 'own' },
  organization: 'chosen',
  beforeTwoFactorSetup: true,
  pureWhen: 'check',
  query: z.object({
    check: z
      .string()
      .optional()
      .catch(undefined)
      .describe('With true, the answer says what it depends on and for how long it may be kept.'),
  }),
  responses: { 200: MeBody },
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  summary: 'Email a link to set a new password',
  limit: 'forgotPassword',
  ...mailedLink,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with the emailed token',
  description:
    'Ends every session and verifies the address. If no address of the account was ever verified, the person who set it ' +
    'up may not own it: this also revokes API keys and passkeys, unlinks providers, turns two-factor off, and ends ' +
    'the membership in an organization with other members. In an organization of theirs alone, invitations and keys ' +
    'end, and webhooks and applications are disabled.',
  turn: 'hash',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'resetPassword',
  changesAccess: [
    {
      what: 'password',
      proof: 'the mailbox',
      ends: `${allSessions}, both locks, a pending address. Passkeys stay. With the first password, two-factor that an identity provider set up in their name ends. If no address was ever verified, also API keys, providers, two-factor, passkeys, consents to applications and the membership with others; alone, the organization's invitations, API keys and secrets, and its webhooks, event destinations and applications are disabled.`,
    },
  ],
  body: z
    .object({ token: MailedToken, password: NewPassword, confirmPassword: z.string().optional() })
    .superRefine(matchesConfirmation),
  responses: { 200: MessageBody },
  errors: ['TOKEN_INVALID', 'PASSWORD_REUSED', 'PASSWORD_TOO_WEAK', 'PASSWORD_BREACHED'],
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verify the email address with the emailed token',
  description:
    'The token proves nothing alone: be signed in to its account (a cookie with its CSRF token, or an access token), or ' +
    "send the account's password. A pending address becomes the account's address.",
  turn: 'hash',
  access: { kind: 'public', session: 'own', about: 'personal' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [
    {
      what: 'email',
      proof: 'the mailbox, and the session or the password',
      ends: 'for a pending address: links to the address before. Lock counts move with the account.',
    },
  ],
  body: z.object({ token: MailedToken, password: GivenPassword.optional() }),
  responses: { 200: UserActionBody },
  errors: [
    'TOKEN_INVALID',
    'SIGN_IN_TO_VERIFY',
    'REAUTHENTICATION_REQUIRED',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'UNAUTHENTICATED',
    'INVALID_CREDENTIALS',
    'ACCOUNT_LOCKED',
  ],
});

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/undo-email-change',
  summary: 'Undo an email change with the emailed token',
  description:
    'For the owner of the old address. While the new one is pending, this cancels the change. Afterward, it restores the ' +
    `old one, verified, for ${lifetimes.emailChangeUndoHours} hours: every session ends, and everything added since the ` +
    'request is removed: API keys, passkeys, linked providers, two-factor and a new password. We email a link to choose ' +
    'a password to that address. An address that was never verified can only cancel.',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [
    {
      what: 'email',
      proof: 'the old mailbox',
      ends: `before the move, only the request. After it: ${allSessions}; API keys, providers, two-factor, passkeys, backup codes, consents to applications, invitations, organization keys, directory tokens and a password added since the request; later undo links.`,
    },
  ],
  body: z.object({ token: MailedToken }),
  responses: {
    200: MessageBody.extend({
      outcome: z
        .enum(['canceled', 'restored', 'nothing'])
        .describe('Nothing: the change had already ended by itself or was replaced.'),
    }),
  },
  errors: ['TOKEN_INVALID'],
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Email the verification link again',
  limit: 'resendVerification',
  ...mailedLink,
});

export const requestUnlock = endpoint({
  method: 'POST',
  path: '/api/auth/request-unlock',
  summary: 'Email a link that unlocks a locked account',
  limit: 'requestUnlock',
  ...mailedLink,
});

export const verifyUnlock = endpoint({
  method: 'POST',
  path: '/api/auth/verify-unlock',
  summary: 'Unlock the account with the emailed token',
  description:
    'Ends the lock after failed logins. Wrong passwords and codes sent inside a session stay counted.',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [
    {
      what: 'lock',
      proof: 'the mailbox',
      ends: 'the lock on the address. The lock on proofs inside a session stays.',
    },
  ],
  body: z.object({ token: MailedToken }),
  responses: { 200: MessageBody },
  errors: ['TOKEN_INVALID'],
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  summary: "List the caller's sessions",
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  beforeTwoFactorSetup: true,
  responses: { 200: z.object({ sessions: z.array(Session) }) },
});

/** While impersonating, this session is the ADMIN's: they must not end the user's sessions in the user's name. */
const endsSessions = {
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  impersonation: 'blocked',
  limit: 'auth',
  beforeTwoFactorSetup: true,
  changesAccess: [],
} as const;

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'End one session',
  ...endsSessions,
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['UNAUTHENTICATED', 'REAUTHENTICATION_REQUIRED'],
});

export const revokeOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions',
  summary: 'End every session but this one',
  ...endsSessions,
  responses: { 200: MessageBody },
});
