import { z } from 'zod';
import { Email, Id, name, Timestamp, text } from './fields.ts';
import { organizationRoles } from './permissions.ts';
import { RoleKeys } from './team-role-shapes.ts';

export const Role = z.enum(organizationRoles);

export const Organization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    role: Role.describe("The caller's role."),
    memberCount: z.number().int(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'Organization' });
export type Organization = z.infer<typeof Organization>;

export const Member = z
  .object({
    id: Id,
    email: z.string(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    organizationRole: Role,
    roles: z.array(z.string()).describe('Keys of the roles they were given.'),
    isActive: z.boolean(),
    lastLoginAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

const roles = z.array(z.string()).describe('Keys of the roles that joining by it gives.');
const inviteFields = {
  id: Id,
  email: z.string(),
  role: Role,
  roles,
  expiresAt: Timestamp,
  createdAt: Timestamp,
};

export const BareInvite = z.object(inviteFields);

export const InviteBody = z.object({
  email: Email,
  role: Role.default('MEMBER'),
  roles: RoleKeys.default([]),
  byMailOnly: z
    .boolean()
    .default(false)
    .describe('The response has no link, so joining by the emailed one verifies the address.'),
});

/** For the person who may share its link. The token is never shown again. */
export const NewInvite = z
  .object({ ...inviteFields, token: z.string().optional(), url: z.string().optional() })
  .meta({ id: 'NewInvite' });
export type NewInvite = z.infer<typeof NewInvite>;

const inviter = { firstName: z.string().nullable(), lastName: z.string().nullable() };
const deletedInviter = 'Null once their account is deleted.';

export const Invite = z
  .object({
    ...inviteFields,
    invitedBy: z
      .object({ id: Id, email: z.string(), ...inviter })
      .nullable()
      .describe(deletedInviter),
  })
  .meta({ id: 'Invite' });
export type Invite = z.infer<typeof Invite>;

/** What anyone with the link may see. */
export const PublicInvite = z
  .object({
    email: z.string(),
    role: Role,
    expiresAt: Timestamp,
    organization: z.object({ name: z.string(), slug: z.string() }),
    invitedBy: z.object(inviter).nullable().describe(deletedInviter),
  })
  .meta({ id: 'PublicInvite' });
export type PublicInvite = z.infer<typeof PublicInvite>;

/** An organization as the people who run the service see it. */
export const ListedOrganization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    memberCount: z.number().int(),
    ownerEmail: z.string().nullable().describe('With several owners, the one whose account is oldest.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ListedOrganization' });
export type ListedOrganization = z.infer<typeof ListedOrganization>;

/** A membership as the people who run the service see it. */
export const UserOrganization = z
  .object({ id: Id, name: z.string(), slug: z.string(), role: Role, joinedAt: Timestamp })
  .meta({ id: 'UserOrganization' });
export type UserOrganization = z.infer<typeof UserOrganization>;

/** What narrows a list. */
export const searchFor = (what: string) =>
  text(255)
    .transform((value) => value.trim())
    .optional()
    .describe(`Part of ${what}. Case is ignored, and no character is special.`);

export const OrganizationBody = z.object({ organization: Organization });

export const OrganizationName = name(100, 2);

export const Slug = text(60).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Use lowercase letters and digits, with single hyphens between them.',
);

export const TokenParams = z.object({ token: text(1000, 1) });
