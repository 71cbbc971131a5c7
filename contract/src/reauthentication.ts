import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Timestamp } from './fields.ts';
import { GivenPassword } from './passwords.ts';
import { SecondFactorCode } from './two-factor.ts';

/** What `details.methods` of REAUTHENTICATION_REQUIRED names. `sign_in`: there is nothing else to prove, sign in again. */
export const proofMethods = ['password', 'totp', 'backup_code', 'sign_in'] as const;
export type ProofMethod = (typeof proofMethods)[number];

export const reauthenticate = endpoint({
  method: 'POST',
  path: '/api/auth/reauthenticate',
  summary: "Confirm that it's you",
  description:
    'For 10 minutes, the session may then do what asks for a recent proof; its access tokens may, too. Send one of ' +
    'password and code (of an authenticator app, or a backup code). A wrong one counts against your proofs in this ' +
    'session.',
  access: { kind: 'session' },
  apiKey: false,
  bearer: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'auth',
  body: z
    .object({ password: GivenPassword.optional(), code: SecondFactorCode.optional() })
    .superRefine(({ password, code }, context) => {
      if ((password === undefined) === (code === undefined))
        for (const path of ['password', 'code'])
          context.addIssue({
            code: 'custom',
            path: [path],
            message: 'Send exactly one of password and code.',
          });
    }),
  responses: { 200: z.object({ message: z.string(), reauthenticatedAt: Timestamp }) },
  errors: ['UNAUTHENTICATED', 'PASSWORD_WRONG', 'TWO_FACTOR_CODE_INVALID', 'ACCOUNT_LOCKED', 'OVERLOADED'],
});

export const reauthenticationEndpoints = { reauthenticate };
