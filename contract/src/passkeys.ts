import { z } from 'zod';
import { LoginBody } from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Email, IdParams, MessageBody, name } from './fields.ts';
import { Passkey } from './sign-in-shapes.ts';
import { BackupCodes } from './two-factor-shapes.ts';
import {
  AcceptedPasskeys,
  ChallengeToken,
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
  RelatedOrigins,
} from './webauthn.ts';

const PasskeyName = name(100, 1);

/** Only the user may do this: neither an API key nor an ADMIN who impersonates them. */
const ownAffair = {
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  impersonation: 'blocked',
  beforeTwoFactorSetup: true,
  limit: 'auth',
} as const;

export const preparePasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/options',
  summary: 'Get what a browser needs to create a passkey',
  description:
    'With conditional, for a passkey that the browser creates by itself after a sign-in with a password ' +
    '(`mediation: "conditional"`): its response may lack user presence.',
  ...ownAffair,
  recent: true,
  changesAccess: [],
  body: z.object({ conditional: z.boolean().optional() }),
  responses: { 200: PasskeyCreation },
  errors: ['PASSKEYS_NOT_AVAILABLE', 'PASSKEY_LIMIT_REACHED'],
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys',
  summary: 'Add a passkey to your account',
  turn: 'hash',
  description:
    'Without a name, it is named after the device or app that created it. The first passkey of someone who must have ' +
    'two-factor comes with backup codes, and ends their other sessions if they had no second factor before.',
  ...ownAffair,
  recent: true,
  changesAccess: [
    {
      what: 'passkey',
      proof: 'a proof from the last ten minutes',
      ends: 'nothing; if it is the first factor of someone who must have two-factor, every other session, remembered login and pending login',
    },
  ],
  body: z.object({ response: NewPasskey, challengeToken: ChallengeToken, name: PasskeyName.nullish() }),
  responses: {
    201: z.object({
      passkey: Passkey,
      backupCodes: BackupCodes.optional().describe('Shown only once. They replace all earlier ones.'),
    }),
  },
  errors: [
    'UNAUTHENTICATED',
    'PASSKEYS_NOT_AVAILABLE',
    'NEW_PASSKEY_INVALID',
    'PASSKEY_EXISTS',
    'PASSKEY_LIMIT_REACHED',
  ],
});

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/api/auth/passkeys',
  summary: 'List your passkeys',
  access: { kind: 'session', about: 'personal' },
  apiKey: false,
  beforeTwoFactorSetup: true,
  responses: {
    200: z.object({
      passkeys: z.array(Passkey),
      signal: AcceptedPasskeys.optional().describe(
        'For the browser. Absent where passkeys are not available.',
      ),
    }),
  },
});

export const updatePasskey = endpoint({
  method: 'PATCH',
  path: '/api/auth/passkeys/:id',
  summary: 'Rename a passkey',
  ...ownAffair,
  changesAccess: [],
  params: IdParams,
  body: z.object({ name: PasskeyName }),
  responses: { 200: z.object({ passkey: Passkey }) },
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  summary: 'Remove a passkey',
  description: "Sessions that were opened with it stay. You can't remove your only way to sign in.",
  ...ownAffair,
  recent: true,
  changesAccess: [
    {
      what: 'passkey',
      proof: 'a proof from the last ten minutes; never the last way in',
      ends: 'the passkey; if it was the last factor, also the backup codes. Sessions stay.',
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['UNAUTHENTICATED', 'LAST_SIGN_IN_METHOD', 'BREAK_GLASS_REQUIRED'],
});

export const preparePasskeyRegistration = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/register/options',
  summary: 'Get what a browser needs to create the passkey of a new account',
  description:
    'The same for every address; it stores nothing. Register with the response and the challengeToken. The passkey must ' +
    'verify its user, and be one that signs in without a name.',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [],
  body: z.object({ email: Email }),
  responses: { 200: PasskeyCreation },
  errors: ['PASSKEYS_NOT_AVAILABLE'],
});

export const preparePasskeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/login/options',
  summary: 'Get what a browser needs to sign in with a passkey',
  description: 'The same for everyone: it takes no email, reveals nothing and stores nothing.',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [],
  responses: { 200: PasskeyRequest },
  errors: ['PASSKEYS_NOT_AVAILABLE'],
});

export const loginWithPasskey = endpoint({
  method: 'POST',
  path: '/api/auth/passkeys/login',
  summary: 'Sign in with a passkey',
  description:
    'A complete login: no second factor is required after it. The passkey must have verified you, by a PIN or a fingerprint ' +
    'for example. Works on a locked account, and unlocks it.',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [],
  body: z.object({
    response: PasskeyAssertion,
    challengeToken: ChallengeToken,
    rememberMe: z.boolean().optional(),
  }),
  responses: { 200: LoginBody },
  errors: [
    'PASSKEYS_NOT_AVAILABLE',
    'PASSKEY_INVALID',
    'SIGN_IN_METHOD_NOT_ALLOWED',
    'SSO_REQUIRED',
    'HOOK_DENIED',
    'HOOK_UNAVAILABLE',
  ],
});

export const getRelatedOrigins = endpoint({
  method: 'GET',
  path: '/.well-known/webauthn',
  summary: 'Get the origins whose pages may use the passkeys of this service',
  description: "The service's own, then those of ALLOWED_ORIGINS that use https.",
  turn: 'none',
  access: { kind: 'public' },
  cors: 'any',
  responses: { 200: RelatedOrigins },
});
