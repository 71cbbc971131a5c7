import { z } from 'zod';
import { Check } from './check-shapes.ts';
import { Email, Id, Locale, name, Timestamp, text, Username } from './fields.ts';
import { apiKeyPermissions } from './key-shapes.ts';
import { matchesConfirmation, NewPassword } from './passwords.ts';
import { systemRoles } from './permissions.ts';
import { policyReasons } from './policy-shapes.ts';
import { BackupCodes, TotpCode } from './two-factor-shapes.ts';
import {
  CallerOrganization,
  OrganizationSummary,
  PendingEmail,
  PublicMetadata,
  User,
} from './user-shapes.ts';
import { ChallengeToken, NewPasskey, oneProof, PasskeyRequest } from './webauthn.ts';

export const Tokens = z
  .object({
    accessToken: z.string(),
    refreshToken: z.string(),
    tokenType: z.literal('Bearer'),
    expiresIn: z.number().int().describe('Lifetime of the access token, in seconds.'),
  })
  .meta({ id: 'Tokens' });

const CsrfToken = z
  .string()
  .describe('The value of the csrf_token cookie, for pages on another origin, which cannot read it.');

/** A finished login. */
export const LoginBody = z
  .object({
    message: z.string(),
    user: User,
    tokens: Tokens,
    csrfToken: CsrfToken,
    requiresTwoFactorSetup: z.literal(true).optional(),
    redirectTo: z.string().optional(),
  })
  .meta({ id: 'Login' });

export const factorMethods = ['totp', 'backup_code', 'passkey'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** The ways to finish a login in progress. */
export const FactorsBody = z
  .object({
    methods: z.array(z.enum(factorMethods)).describe('The ones the user has.'),
    passkeyOptions: PasskeyRequest.optional().describe('Present if they have a passkey.'),
  })
  .meta({ id: 'Factors' });

/** The first half of a login that needs a second factor. */
export const TwoFactorRequiredBody = FactorsBody.extend({
  requiresTwoFactor: z.literal(true),
  pendingToken: z.string(),
}).meta({ id: 'TwoFactorRequired' });

/** A secret from an email. A malformed one is refused like any wrong one. */
export const MailedToken = text(1000, 1);

/** What a registration is told that names two organizations, or none. */
export const oneOrganization = 'Send exactly one of organizationName and inviteToken.';

const registration = {
  email: Email,
  username: Username.nullish(),
  firstName: name(100, 0).nullish(),
  lastName: name(100, 0).nullish(),
  organizationName: name(100, 2).nullish(),
  inviteToken: text(1000).nullish(),
  rememberMe: z.boolean().optional().describe('With what signs in: as for a login.'),
};

type Places = { organizationName?: string | null | undefined; inviteToken?: string | null | undefined };

function atMostOneOrganization({ organizationName, inviteToken }: Places, context: z.RefinementCtx) {
  if (organizationName && inviteToken)
    for (const path of ['organizationName', 'inviteToken'])
      context.addIssue({ code: 'custom', path: [path], message: oneOrganization });
}

/** The same for readers of the schema. */
const atMostOne = {
  oneOf: [
    { properties: { organizationName: { type: 'null' }, inviteToken: { type: 'null' } } },
    {
      required: ['organizationName'],
      properties: { organizationName: { type: 'string' }, inviteToken: { type: 'null' } },
    },
    {
      required: ['inviteToken'],
      properties: { inviteToken: { type: 'string' }, organizationName: { type: 'null' } },
    },
  ],
};

export const RegisterBody = z
  .object({
    ...registration,
    password: NewPassword.optional(),
    confirmPassword: z.string().optional(),
    passkey: NewPasskey.optional(),
    challengeToken: ChallengeToken.optional(),
  })
  .superRefine((body, context) => {
    oneProof('password', 'passkey')(body, context);
    if (body.password !== undefined) matchesConfirmation(body, context);
    atMostOneOrganization(body, context);
  })
  .meta(atMostOne);

export const RegisterWithCodeBody = z
  .object({ ...registration, code: TotpCode })
  .superRefine(atMostOneOrganization)
  .meta(atMostOne);

/** A new account. If it was made with what signs in, that is a login too, unless that was refused. */
export const RegisteredBody = LoginBody.partial()
  .extend({
    message: z.string(),
    user: User.extend({ organization: OrganizationSummary.nullable() }),
    backupCodes: BackupCodes.optional().describe('Where two-factor is required. Shown only once.'),
  })
  .meta({ id: 'Registered' });

export const MeBody = z.object({
  user: User,
  locale: Locale,
  pendingEmail: PendingEmail,
  publicMetadata: PublicMetadata.describe(
    'Data that an administrator or your application stored with the user.',
  ),
  organization: CallerOrganization.nullable(),
  impersonating: z
    .object({
      originalUserId: Id,
      originalEmail: z.string(),
      originalRole: z.enum(systemRoles),
      startedAt: z.number().int().describe('Unix timestamp in seconds.'),
      minutesRemaining: z.number().int(),
    })
    .nullable(),
  requiresTwoFactorSetup: z.boolean(),
  twoFactorDueAt: Timestamp.optional().describe(
    'Only while a policy gives the user time to set up a second factor: when that ends.',
  ),
  blockedBy: z
    .enum(policyReasons)
    .optional()
    .describe('Only while a policy refuses most requests of this session: why.'),
  csrfToken: CsrfToken.optional(),
  apiKey: z
    .object({ permission: z.enum(apiKeyPermissions) })
    .optional()
    .describe('Only for a caller with an API key: what the key itself may do.'),
  permissions: z.array(z.string()).describe("Everything the user's roles permit."),
  check: Check.nullable().optional().describe('Only with check=true. Null: never keep this answer.'),
});

export const Session = z
  .object({
    id: Id,
    current: z.boolean(),
    ipAddress: z.string(),
    userAgent: z.string(),
    device: z.string().describe('Browser and operating system, in the language of the request.'),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: 'Session' });

/** What REAUTHENTICATION_REQUIRED lists in `details.methods`. `sign_in`: nothing else to prove, sign in again. */
export const proofMethods = ['password', 'totp', 'backup_code', 'passkey', 'sign_in'] as const;
export type ProofMethod = (typeof proofMethods)[number];

/** Why people can't make an account, whatever they make it with. */
export const entryErrors = [
  'PERMISSION_DENIED',
  'HOOK_DENIED',
  'HOOK_UNAVAILABLE',
  'EMAIL_TAKEN',
  'USERNAME_TAKEN',
  'INVITE_INVALID',
  'INVITE_EMAIL_MISMATCH',
  'EMAIL_DOMAIN_NOT_ALLOWED',
  'EMAIL_NOT_VERIFIED',
  'SIGN_IN_METHOD_NOT_ALLOWED',
] as const;

/** Why a sign-in is refused although its first factor was right. */
export const lateErrors = ['SSO_REQUIRED', 'HOOK_DENIED', 'HOOK_UNAVAILABLE'] as const;
