import { z } from 'zod';
import { Id, name, Timestamp, text } from './fields.ts';
import { RoleKeys } from './team-role-shapes.ts';

const attributeNames = ['email', 'firstName', 'lastName', 'groups'] as const;
const Attributes = z
  .object({
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    groups: z.string().nullable(),
  })
  .describe('The name of each claim or attribute. Null: the usual names.');

const Certificate = z.object({
  pem: z.string(),
  sha256: z.string().describe('The fingerprint, in hex.'),
  notAfter: Timestamp,
});

/** What an administrator enters at the identity provider. */
const ServiceProvider = z.union([
  z.object({ redirectUri: z.string(), loginUrl: z.string() }),
  z.object({ entityId: z.string(), acsUrl: z.string(), metadataUrl: z.string(), loginUrl: z.string() }),
]);

export const Connection = z
  .object({
    id: Id,
    kind: z.enum(['oidc', 'saml']),
    name: z.string(),
    enabled: z.boolean(),
    required: z
      .boolean()
      .describe('Members with an address in its domains sign in this way only. It needs enabled.'),
    domains: z.array(z.string()).describe('The verified domains whose people it signs in.'),
    provisioning: z.boolean().describe('New people may join without an invitation.'),
    trustsSecondFactor: z
      .boolean()
      .describe(
        'The identity provider checks a second factor, so we ask for none unless the service requires it.',
      ),
    adminGroups: z.array(z.string()).describe('Members of these groups are ADMIN, others MEMBER.'),
    groupRoles: z
      .array(z.object({ group: z.string(), roles: z.array(z.string()) }))
      .describe('The roles of the organization that members of each group hold, by key.'),
    attributes: Attributes,
    sessionHours: z.number().int(),
    oidc: z
      .object({
        issuer: z.string().nullable(),
        clientId: z.string().nullable(),
        hasClientSecret: z.boolean(),
      })
      .optional(),
    saml: z
      .object({
        entityId: z.string().nullable(),
        signInUrl: z.string().nullable(),
        certificates: z.array(Certificate),
        metadataUrl: z.string().nullable(),
      })
      .optional(),
    serviceProvider: ServiceProvider,
    breakGlassOwners: z
      .number()
      .int()
      .describe('How many active OWNERs can sign in with a password and two-factor, or with a passkey.'),
    testedAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof Connection>;

const AttributeName = text(500, 1).nullable();
const list = (max: number, what: string) => `At most ${max} ${what}.`;

export const ConnectionInput = z.object({ kind: z.enum(['oidc', 'saml']), name: name(100) });

export const ConnectionPatch = z.object({
  name: name(100).optional(),
  enabled: z.boolean().optional(),
  required: z.boolean().optional(),
  domains: z
    .array(text(1000, 1), 'Must be a list.')
    .max(20, list(20, 'domains'))
    .optional()
    .describe('Names of verified domains. The list is replaced as a whole.'),
  provisioning: z.boolean().optional(),
  trustsSecondFactor: z.boolean().optional(),
  adminGroups: z
    .array(text(500, 1), 'Must be a list.')
    .max(20, list(20, 'groups'))
    .transform((groups) => [...new Set(groups)])
    .optional(),
  groupRoles: z
    .array(z.object({ group: text(500, 1), roles: RoleKeys }), 'Must be a list.')
    .max(50, list(50, 'groups'))
    .optional(),
  attributes: z
    .object(
      Object.fromEntries(attributeNames.map((each) => [each, AttributeName.optional()])) as Record<
        (typeof attributeNames)[number],
        z.ZodOptional<typeof AttributeName>
      >,
    )
    .optional(),
  sessionHours: z
    .number('Must be a whole number.')
    .int('Must be a whole number.')
    .min(1, 'At least 1.')
    .max(168, 'At most 168.')
    .optional(),
  oidc: z
    .object({
      issuer: text(2000, 1).optional(),
      clientId: text(500, 1).optional(),
      clientSecret: text(2000, 1).nullable().optional().describe('Never shown. Null: a public client.'),
    })
    .optional(),
  saml: z
    .object({
      entityId: text(2000, 1).optional(),
      signInUrl: text(2000, 1).optional(),
      certificates: z.array(text(30_000, 1), 'Must be a list.').max(4, list(4, 'certificates')).optional(),
      metadata: text(60_000, 1).optional().describe("The identity provider's metadata, as XML."),
      metadataUrl: text(2000, 1).optional().describe('Where the metadata is read, now and every day.'),
    })
    .optional()
    .describe('Its fields one by one, or metadata, or metadataUrl.'),
});

export const ConnectionTest = z
  .object({
    passed: z.boolean(),
    reason: z.string().nullable(),
    receivedAt: Timestamp,
    subject: z.string().nullable(),
    email: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    groups: z.array(z.string()).nullable(),
    role: z.string().nullable().describe('The role that adminGroups would give. Null: it would stay.'),
    received: z
      .record(z.string(), z.unknown())
      .describe(
        'What the identity provider sent, without tokens. fault says what is wrong, in the language of the request.',
      ),
  })
  .meta({ id: 'ConnectionTest' });
export type ConnectionTest = z.infer<typeof ConnectionTest>;

export const ConnectionLink = z
  .object({
    userId: Id,
    email: z.string(),
    subject: z.string(),
    createdAt: Timestamp,
    lastSignInAt: Timestamp.nullable(),
  })
  .meta({ id: 'ConnectionLink' });
export type ConnectionLink = z.infer<typeof ConnectionLink>;

/** What /login?error= says when a sign-in by an organization's identity provider fails. */
export const ssoErrors = [
  'invalid_state',
  'sso_denied',
  'sso_failed',
  'sso_unavailable',
  'sso_email_not_allowed',
  'sso_not_provisioned',
  'sso_not_member',
  'sso_conflict',
  'sso_not_allowed',
  'sso_required',
  'hook_denied',
  'hook_unavailable',
  'account_inactive',
  'sign_in_method_not_allowed',
] as const;
export type SsoError = (typeof ssoErrors)[number];
