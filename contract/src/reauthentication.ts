import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { GivenPassword } from './passwords.ts';
import { SecondFactorCode } from './two-factor-shapes.ts';
import { ChallengeToken, oneProof, PasskeyAssertion, PasskeyRequest } from './webauthn.ts';

const ownSession = {
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  bearer: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'auth',
} as const;

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate',
  summary: "Confirm that it's you",
  turn: 'hash',
  description:
    'For 10 minutes, the session and its access tokens may then use routes that require a recent proof. Send one of ' +
    'password, code (from an authenticator app, or a backup code) and passkey. A wrong one counts against your proofs ' +
    'in this session.',
  ...ownSession,
  changesAccess: [],
  body: z
    .object({
      password: GivenPassword.optional(),
      code: SecondFactorCode.optional(),
      passkey: PasskeyAssertion.optional(),
      challengeToken: ChallengeToken.optional(),
    })
    .superRefine(oneProof('password', 'code', 'passkey')),
  responses: { 200: z.object({ message: z.string(), reauthenticatedAt: Timestamp }) },
  errors: [
    'UNAUTHENTICATED',
    'PASSWORD_WRONG',
    'TWO_FACTOR_CODE_INVALID',
    'PASSKEY_INVALID',
    'PASSKEYS_NOT_AVAILABLE',
    'ACCOUNT_LOCKED',
  ],
});

export const prepareReauthentication = endpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate/options',
  summary: "Get what a browser needs to confirm with a passkey that it's you",
  ...ownSession,
  changesAccess: [],
  responses: { 200: PasskeyRequest },
  errors: ['PASSKEYS_NOT_AVAILABLE'],
});
