import { z } from 'zod';
import { asciiDomain, Id, name, Timestamp, text } from './fields.ts';

/** Why a policy refuses a session. `SESSION_TOO_OLD`: its age, or the time since its last use. */
export const policyReasons = [
  'SSO_REQUIRED',
  'SIGN_IN_METHOD_NOT_ALLOWED',
  'TWO_FACTOR_SETUP_REQUIRED',
  'SESSION_TOO_OLD',
] as const;
export type PolicyReason = (typeof policyReasons)[number];

const whole = (min: number, max: number) =>
  z
    .number('Must be a number.')
    .int('Must be a whole number.')
    .min(min, `At least ${min}.`)
    .max(max, `At most ${max}.`);
const Flag = z.boolean('Must be true or false.');
const Minutes = whole(1, 43_200).nullable();

// As the part of an email after the @: two or more labels.
const Domain = name(253)
  .transform((value) => asciiDomain(value) ?? '')
  .pipe(
    text(253).refine((value) => /^[^.]+(\.[^.]+)+$/.test(value), 'Must be a domain, such as example.com.'),
  );

const Domains = z
  .array(Domain, 'Must be a list of domains.')
  .max(50, 'At most 50 domains.')
  .transform((list) => [...new Set(list)]);

const Methods = z
  .array(text(100, 1), 'Must be a list of sign-in methods, or null.')
  .min(1, 'At least one sign-in method.')
  .max(100, 'At most 100 sign-in methods.')
  .transform((list) => [...new Set(list)])
  .nullable();

/** Each field once: what it takes, and what it means. */
const fields = {
  twoFactorRequired: Flag.describe('Everyone needs a second factor.'),
  twoFactorGraceDays: whole(0, 30).describe('How long people have to set one up.'),
  signInMethods: Methods.describe(
    'The ways to sign in that count: password, passkey, email_code, sso and names of providers. Null: all.',
  ),
  sessionMinutes: Minutes.describe('A session ends this long after the sign-in. Null: no limit.'),
  idleMinutes: Minutes.describe('A session ends after this long without a request. Null: no limit.'),
  recentProofMinutes: whole(1, 10)
    .nullable()
    .describe('How long a proof of identity counts as recent. Null: ten minutes.'),
  emailDomains: Domains.describe('Only addresses at these domains may join. Empty: all may.'),
  passwordStrength: whole(0, 4).describe('The least score of a new password, from 0 to 4.'),
  passwordBreachCheck: Flag.describe('Refuses new passwords that are known from breaches.'),
};

/** What people send: fields left out stay as they are. */
const PolicyChange = z.object(fields).partial();

const Shown = z.array(z.string());

export const Policy = z
  .object({
    twoFactorRequired: z.boolean(),
    twoFactorGraceDays: z.number().int(),
    signInMethods: Shown.nullable(),
    sessionMinutes: z.number().int().nullable(),
    idleMinutes: z.number().int().nullable(),
    recentProofMinutes: z.number().int().nullable(),
    emailDomains: Shown,
    passwordStrength: z.number().int(),
    passwordBreachCheck: z.boolean(),
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof Policy>;

export const PolicyBody = z
  .object({
    policy: Policy.describe('What was set here.'),
    effective: Policy.describe("What applies: the strictest of the service's and the organization's."),
    version: z.number().int().describe('Goes up with every change. 0: nothing was ever set.'),
    updatedAt: Timestamp.nullable(),
  })
  .meta({ id: 'PolicyBody' });

const AffectedMember = z
  .object({ id: Id, email: z.string(), reasons: z.array(z.enum(policyReasons)) })
  .meta({ id: 'AffectedMember' });

const preview = {
  effective: Policy,
  locksYouOut: z.boolean().describe('Saving this would refuse your own session, so it is refused.'),
  total: z.number().int().describe('How many people have no second factor or no allowed way to sign in.'),
};
export const SystemPolicyPreview = z.object(preview).meta({ id: 'SystemPolicyPreview' });
export const PolicyPreview = z
  .object({ ...preview, members: z.array(AffectedMember).describe('The first 100 of them.') })
  .meta({ id: 'PolicyPreview' });

export const policyChange = {
  description:
    'Fields you leave out stay as they are. Send the version you read: if someone changed the policy meanwhile, you get ' +
    'a 409 with the current version. A policy that would refuse your own session is refused.',
  body: z.object({
    version: z.number('Must be a number.').int('Must be a whole number.').min(0, 'At least 0.'),
    policy: PolicyChange,
  }),
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
  responses: { 200: PolicyBody },
} as const;

export const policyPreview = {
  description: 'Takes the same policy as a change, and writes nothing.',
  body: z.object({ policy: PolicyChange }),
  apiKey: false,
  impersonation: 'blocked',
} as const;
