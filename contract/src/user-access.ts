import { z } from 'zod';
import { Session } from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody } from './fields.ts';
import { capInWords, lifetimes, mailLimits, unsolicitedMail, unsolicitedShare } from './limits.ts';
import { OAuthAccount, Passkey, SignInConnection } from './sign-in-shapes.ts';
import { Flag, ImportedLine, importMaxBytes, NewAccount, UserActionBody } from './user-shapes.ts';

/** For callers who see everyone. */
const staff = {
  access: { kind: 'permission', permission: 'users:write', withPermission: 'users:read' },
} as const;
const changing = { ...staff, apiKey: false, impersonation: 'blocked', recent: true } as const;

const capped =
  `An address gets at most ${capInWords(unsolicitedMail)} of the emails that others cause, of which one account causes ` +
  `at most ${capInWords(unsolicitedShare)}, and an account causes at most ${mailLimits.invites.limit} an hour.`;

export const createUser = endpoint({
  method: 'POST',
  path: '/api/users',
  summary: 'Create a user',
  description:
    'The account has the role USER, no password and no organization, and its address is unverified. We email a link that ' +
    `sets a password, once, for ${lifetimes.accountCreatedDays} days, and with it verifies the address. ${capped}`,
  ...changing,
  changesAccess: [
    {
      what: 'account',
      proof: '`users:write` with `users:read`, and a recent proof',
      ends: 'nothing. The address is set by an ADMIN: a reset there takes nothing away.',
    },
  ],
  body: NewAccount,
  responses: { 201: UserActionBody },
  errors: [
    'PERMISSION_DENIED',
    'EMAIL_TAKEN',
    'USERNAME_TAKEN',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'RATE_LIMITED',
    'UNVERIFIED_RATE_LIMITED',
  ],
});

export const importUsers = endpoint({
  method: 'POST',
  path: '/api/users/import',
  summary: 'Import users from a file',
  description:
    'Send CSV with a heading, JSON lines or JSON, with the fields of `latchkey users import`. Each account has the role USER and no ' +
    'organization, and we email no one. An address that has an account is left as it is, so a file may be sent again. Only a ' +
    'caller with every permission of the service can import a passwordHash or an emailVerified that is true. Records are written ' +
    'in parts: what was imported before a fault stays. With dryRun, nothing is written. A larger file goes in several calls, of ' +
    `at most ${importMaxBytes} bytes each. An account gets two of these at a time.`,
  ...changing,
  large: 'always',
  bodyBytes: importMaxBytes,
  changesAccess: [
    {
      what: 'account',
      proof: '`users:write` with `users:read`, and a recent proof; every permission for a password hash',
      ends: 'nothing. Accounts that exist stay as they are.',
    },
  ],
  query: z.object({ dryRun: Flag }),
  body: {
    binary: ['text/csv', 'application/x-ndjson', 'application/json'],
    description: 'The file. Its content decides its format; Content-Type is ignored.',
  },
  responses: {
    200: z.object({
      imported: z.number().int(),
      alreadyThere: z.number().int(),
      refused: z.number().int(),
      lines: z.array(ImportedLine).describe('What became of each record, or would.'),
    }),
  },
  errors: ['PERMISSION_DENIED', 'RATE_LIMITED'],
});

export const listUserSessions = endpoint({
  method: 'GET',
  path: '/api/users/:id/sessions',
  summary: "List a user's sessions",
  description: 'As the user sees them. None of them is current.',
  ...staff,
  params: IdParams,
  responses: { 200: z.object({ sessions: z.array(Session) }) },
  errors: ['PERMISSION_DENIED'],
});

export const revokeUserSessions = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  summary: 'End every session of a user',
  ...changing,
  changesAccess: [
    {
      what: 'sessions',
      proof: '`users:write` with `users:read`, and a recent proof',
      ends: 'all sessions, remembered logins, pending logins, a pending address. API keys stay.',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED'],
});

export const revokeUserSession = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/sessions/:sessionId',
  summary: 'End one session of a user',
  ...changing,
  changesAccess: [
    {
      what: 'sessions',
      proof: '`users:write` with `users:read`, and a recent proof',
      ends: 'the session and the remembered login it came from',
    },
  ],
  params: IdParams.extend({ sessionId: Id }),
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED'],
});

export const listSignInMethods = endpoint({
  method: 'GET',
  path: '/api/users/:id/sign-in-methods',
  summary: 'List the ways a user signs in',
  description:
    "Never a secret. `connections` are the organizations' single sign-on that the user is linked to.",
  ...staff,
  params: IdParams,
  responses: {
    200: z.object({
      password: z.boolean().describe('Whether the account has one.'),
      passkeys: z.array(Passkey),
      providers: z.array(OAuthAccount),
      connections: z.array(SignInConnection),
      twoFactor: z.object({ enabled: z.boolean(), backupCodesLeft: z.number().int() }),
    }),
  },
  errors: ['PERMISSION_DENIED'],
});

export const sendReset = endpoint({
  method: 'POST',
  path: '/api/users/:id/send-reset',
  summary: 'Email a user a link to choose a new password',
  description: `As if the user had asked for it, to the address the account has now. ${capped}`,
  ...changing,
  changesAccess: [
    {
      what: 'password',
      proof: '`users:write` with `users:read`, and a recent proof. The mailbox uses the link.',
      ends: 'the reset link that was sent before',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED', 'ACCOUNT_INACTIVE', 'RATE_LIMITED', 'UNVERIFIED_RATE_LIMITED'],
});
