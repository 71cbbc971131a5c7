import { z } from 'zod';
import { FactorsBody, LoginBody } from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { IdParams, MessageBody, text } from './fields.ts';
import { BackupCodes, SecondFactorCode, TotpCode } from './two-factor-shapes.ts';
import { UserActionBody } from './user-shapes.ts';
import { ChallengeToken, oneProof, PasskeyAssertion } from './webauthn.ts';

const PendingToken = text(1000, 1);

const CodeBody = z.object({ code: TotpCode });

export const setupTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/setup',
  summary: 'Start setting up two-factor authentication',
  description:
    'Two-factor is on once 2fa/verify has accepted a first code. Until then, another call replaces the secret and the ' +
    'codes.',
  turn: 'hash',
  access: { kind: 'session', about: 'second-factor' },
  apiKey: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'twoFactorSetup',
  changesAccess: [{ what: 'factor', ends: 'an earlier, unfinished setup' }],
  responses: {
    200: z.object({
      secret: z.string().describe('Base32.'),
      manualEntryKey: z.string().describe('The secret in groups of four, for typing.'),
      otpauthUrl: z.string(),
      qrCodeDataUrl: z.string().describe('A PNG of otpauthUrl as a data URL.'),
      backupCodes: BackupCodes,
    }),
  },
  errors: ['TWO_FACTOR_ENABLED'],
});

export const verifyTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/verify',
  summary: 'Turn two-factor on with the first code',
  description: 'Ends all your other sessions and remembered logins.',
  access: { kind: 'session', about: 'second-factor' },
  apiKey: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'auth',
  changesAccess: [
    {
      what: 'factor',
      proof: 'a first code',
      ends: 'every other session, every remembered login and pending login, a pending address',
    },
  ],
  body: CodeBody,
  responses: { 200: UserActionBody },
  errors: ['UNAUTHENTICATED', 'TWO_FACTOR_NOT_PENDING', 'TWO_FACTOR_CODE_INVALID'],
});

export const validateTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/validate',
  summary: 'Finish a login with a code, a backup code or a passkey',
  description:
    'Send one of code and passkey. The pendingToken from the login works for 5 minutes and one success. A wrong code ' +
    'counts as a failed login; a bad passkey does not.',
  turn: 'hash',
  access: { kind: 'token' },
  apiKey: false,
  limit: 'twoFactorValidate',
  changesAccess: [],
  body: z
    .object({
      pendingToken: PendingToken,
      code: SecondFactorCode.optional(),
      passkey: PasskeyAssertion.optional(),
      challengeToken: ChallengeToken.optional(),
    })
    .superRefine(oneProof('code', 'passkey')),
  responses: {
    200: LoginBody.extend({
      warnings: z
        .object({ lowBackupCodes: z.literal(true), remainingBackupCodes: z.number().int() })
        .optional()
        .describe('When a backup code was used and three or fewer are left.'),
    }),
  },
  errors: [
    'SIGN_IN_METHOD_NOT_ALLOWED',
    'SSO_REQUIRED',
    'TWO_FACTOR_CODE_INVALID',
    'PASSKEY_INVALID',
    'PENDING_TOKEN_INVALID',
    'ACCOUNT_LOCKED',
  ],
});

export const prepareTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/options',
  summary: 'Get the ways to finish a pending login',
  description:
    'The same data as in the login response. Use it after a sign-in with a provider, or when a challenge has expired.',
  access: { kind: 'token' },
  apiKey: false,
  limit: 'twoFactorValidate',
  changesAccess: [],
  body: z.object({ pendingToken: PendingToken }),
  responses: { 200: FactorsBody },
  errors: ['PENDING_TOKEN_INVALID'],
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/disable',
  summary: 'Turn your two-factor off',
  description:
    'Removes the authenticator app; passkeys stay. Refused to ADMINs and others whose role requires two-factor. A wrong code counts against your proofs in this session.',
  turn: 'hash',
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'auth',
  changesAccess: [
    {
      what: 'factor',
      proof: 'a current code',
      ends: 'pending logins; backup codes, unless there are passkeys',
    },
  ],
  body: CodeBody,
  responses: { 200: MessageBody },
  errors: [
    'TWO_FACTOR_REQUIRED_FOR_ADMIN',
    'TWO_FACTOR_REQUIRED',
    'BREAK_GLASS_REQUIRED',
    'TWO_FACTOR_NOT_ENABLED',
    'TWO_FACTOR_CODE_INVALID',
    'ACCOUNT_LOCKED',
  ],
});

export const replaceBackupCodes = endpoint({
  method: 'POST',
  path: '/api/auth/2fa/backup-codes',
  summary: 'Replace your ten backup codes',
  description: 'The earlier codes stop working. A wrong code counts as a failed login.',
  turn: 'hash',
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'auth',
  changesAccess: [{ what: 'factor', proof: 'a current code', ends: 'all earlier backup codes' }],
  body: CodeBody,
  responses: { 200: z.object({ message: z.string(), backupCodes: BackupCodes }) },
  errors: ['TWO_FACTOR_NOT_ENABLED', 'TWO_FACTOR_CODE_INVALID', 'ACCOUNT_LOCKED'],
});

export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/api/admin/users/:id/reset-2fa',
  summary: "Remove a user's two-factor and passkeys",
  description:
    'For someone who has lost their authenticator app, passkeys and backup codes. Ends all their sessions.',
  access: { kind: 'permission', permission: 'users:write' },
  apiKey: false,
  changesAccess: [
    {
      what: 'factor',
      proof: '`users:write`, never their own account',
      ends: 'the secret, passkeys, backup codes, all sessions, remembered and pending logins, a pending address',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['TWO_FACTOR_NOT_ENABLED', 'OWN_ACCOUNT', 'PERMISSION_DENIED'],
});
