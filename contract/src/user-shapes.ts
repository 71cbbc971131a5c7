import { z } from 'zod';
import { Email, Id, Locale, name, Timestamp, text, Username } from './fields.ts';
import { pageQuery } from './pagination.ts';
import { GivenPassword, matchesConfirmation, NewPassword } from './passwords.ts';
import { organizationRoles, systemRoles } from './permissions.ts';
import { userSorts } from './sorts.ts';

export const User = z
  .object({
    id: Id,
    email: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    role: z.enum(systemRoles),
    isActive: z.boolean(),
    emailVerified: z.boolean(),
    emailVerifiedAt: Timestamp.nullable(),
    lastLoginAt: Timestamp.nullable(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    organizationId: Id.nullable(),
    organizationRole: z.enum(organizationRoles),
    twoFactorEnabled: z.boolean(),
    lockedUntil: Timestamp.nullable()
      .optional()
      .describe('Only an ADMIN sees it. Null when the account is not locked.'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** How many bytes of a file an import takes at a time. */
export const importMaxBytes = 1_048_576;

export const ImportedLine = z
  .object({
    line: z.number().int().describe('Of the file, its heading included. A record may begin above others.'),
    email: z.string().nullable(),
    outcome: z.enum(['imported', 'exists', 'refused']),
    reason: z.string().nullable().describe('Why it was refused.'),
  })
  .meta({ id: 'ImportedLine' });
export type ImportedLine = z.infer<typeof ImportedLine>;

/** The caller's own organization, as returned with a user. */
export const OrganizationSummary = z
  .object({ id: Id, name: z.string(), slug: z.string(), role: z.enum(organizationRoles) })
  .meta({ id: 'OrganizationSummary' });

/** The one that a request is about, as its caller sees it. */
export const CallerOrganization = OrganizationSummary.extend({
  roles: z.array(z.string()).describe('Keys of the roles of organizations that count for them.'),
  permissions: z.array(z.string()).describe("What these permit, of your application's own permissions."),
}).meta({ id: 'CallerOrganization' });

/** What applications store with a user: at most this many bytes of JSON in each of the two. */
export const metadataMaxBytes = 8192;
export const PublicMetadata = z.record(z.string(), z.unknown());
export const MetadataBody = z
  .object({ publicMetadata: PublicMetadata, privateMetadata: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Metadata' });
export type Metadata = z.infer<typeof MetadataBody>;

export function fitsMetadata(value: Record<string, unknown>): boolean {
  return new TextEncoder().encode(JSON.stringify(value)).length <= metadataMaxBytes;
}
export const metadataTooLong = `At most ${metadataMaxBytes} bytes as JSON.`;

export const MetadataPatch = z
  .record(z.string(), z.unknown(), { error: 'Must be an object.' })
  .refine(
    (patch) => fitsMetadata(Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null))),
    metadataTooLong,
  )
  .optional()
  .describe('Merged at the top level; null removes a key.');

export const PendingEmail = z
  .string()
  .nullable()
  .describe('The address the account moves to once it is verified. Null if there is none.');

/** What only the person themselves sees beside their user. */
export const ofProfile = { locale: Locale, pendingEmail: PendingEmail };

export const UserBody = z.object({ user: User });
export const UserActionBody = z.object({ message: z.string(), user: User });

/** What people may change about themselves. Null clears a name. */
const nameFields = {
  firstName: name(100, 0).nullable().optional(),
  lastName: name(100, 0).nullable().optional(),
  username: Username.nullable().optional(),
  email: Email.optional(),
};

/** An account that an ADMIN creates. */
export const NewAccount = z.object({ ...nameFields, email: Email });
export type NewAccount = z.infer<typeof NewAccount>;

export const ProfileChange = z
  .object({
    ...nameFields,
    locale: ofProfile.locale.optional(),
    password: NewPassword.optional(),
    confirmPassword: z.string().optional(),
    currentPassword: GivenPassword.optional(),
  })
  .superRefine(matchesConfirmation);

/** Role and status are for those who manage users. */
export const UserChange = z.object({
  ...nameFields,
  role: z.enum(systemRoles).optional(),
  isActive: z.boolean().optional(),
});

/** Of a query. */
export const Flag = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

export const UserQuery = z.object({
  ...pageQuery({ limit: 20, max: 100 }),
  search: text(255)
    .transform((value) => value.trim())
    .optional()
    .describe('Part of a name, an email or a username. Case is ignored, and no character is special.'),
  role: z.enum(systemRoles).optional(),
  isActive: Flag,
  organizationId: Id.optional().describe('For ADMINs. Everyone else always sees their own organization.'),
  sort: z.enum(userSorts).default('-createdAt'),
});
