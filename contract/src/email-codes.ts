import { z } from 'zod';
import {
  entryErrors,
  LoginBody,
  RegisteredBody,
  RegisterWithCodeBody,
  TwoFactorRequiredBody,
} from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Email, MessageBody, text } from './fields.ts';
import { TotpCode } from './two-factor-shapes.ts';

export const requestEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email-code',
  summary: 'Email a code to sign in with',
  description:
    'Same reply whether or not the account exists. The email has six digits and a link, which work for ' +
    '10 minutes and one sign-in; a new code voids the previous one. The link works only in the browser that ' +
    'requested it, which gets the email_code cookie. With register, a free address gets six digits to register with.',
  turn: 'mail',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'emailCode',
  challenge: 'always',
  accountField: 'email',
  changesAccess: [],
  body: z.object({ email: Email, register: z.boolean().optional() }),
  responses: { 200: MessageBody },
  errors: ['EMAIL_LOGIN_NOT_AVAILABLE', 'SIGN_IN_METHOD_NOT_ALLOWED'],
});

export const registerWithEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email-code/register',
  summary: 'Create an account with an emailed code',
  description:
    'The address counts as verified, and the account is signed in. The code is judged first: a wrong one counts as a ' +
    "failed login, and any other refusal leaves it as it is. With an account's own sign-in code: 409 EMAIL_TAKEN.",
  turn: 'hash',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'login',
  accountField: 'email',
  changesAccess: [],
  body: RegisterWithCodeBody,
  responses: { 201: RegisteredBody },
  errors: ['EMAIL_LOGIN_NOT_AVAILABLE', 'EMAIL_CODE_INVALID', 'ACCOUNT_LOCKED', ...entryErrors],
});

export const verifyEmailCode = endpoint({
  method: 'POST',
  path: '/api/auth/email-code/verify',
  summary: 'Sign in with an emailed code',
  description:
    'Send email and code, or the token from the link. A wrong code counts as a failed login. Two-factor is still ' +
    'required. If the address was never verified and there is no second factor, the password and every other way ' +
    'into the account are removed: the person who set them up may not own the address.',
  turn: 'hash',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'login',
  accountField: 'email',
  changesAccess: [
    {
      what: 'email',
      proof: 'the mailbox',
      ends: 'the code. If no address was ever verified: everything a password reset would end there, and the password.',
    },
  ],
  body: z
    .object({
      email: Email.optional(),
      code: TotpCode.optional(),
      token: text(1000, 1).optional(),
      rememberMe: z.boolean().optional(),
    })
    .superRefine(({ email, code, token }, context) => {
      if (token === undefined ? email !== undefined && code !== undefined : !email && !code) return;
      for (const path of token === undefined ? ['email', 'code'] : ['token'])
        context.addIssue({ code: 'custom', path: [path], message: 'Send email and code, or token.' });
    }),
  responses: { 200: z.union([LoginBody, TwoFactorRequiredBody]) },
  errors: [
    'EMAIL_LOGIN_NOT_AVAILABLE',
    'EMAIL_CODE_INVALID',
    'ACCOUNT_LOCKED',
    'SIGN_IN_METHOD_NOT_ALLOWED',
    'SSO_REQUIRED',
    'HOOK_DENIED',
    'HOOK_UNAVAILABLE',
  ],
});
