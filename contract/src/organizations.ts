import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, Id, IdParams, MessageBody, name, Timestamp, text } from './fields.ts';
import { Pagination, pageQuery } from './pagination.ts';
import { organizationRoles } from './permissions.ts';

const Role = z.enum(organizationRoles);

export const Organization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    role: Role.describe("The caller's role in it."),
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
    isActive: z.boolean(),
    lastLoginAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

const inviteFields = { id: Id, email: z.string(), role: Role, expiresAt: Timestamp, createdAt: Timestamp };

/** The answer to whoever created it: the only time the token leaves, besides the mail. */
export const NewInvite = z
  .object({ ...inviteFields, token: z.string(), url: z.string() })
  .meta({ id: 'NewInvite' });
export type NewInvite = z.infer<typeof NewInvite>;

const inviter = { firstName: z.string().nullable(), lastName: z.string().nullable() };
const deletedInviter = 'Null when the account is deleted.';

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

/** What anybody who holds the token may see. */
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

const OrganizationBody = z.object({ organization: Organization });

const OrganizationName = name(100, 2);

const Slug = text(60).regex(
  /^[a-z0-9]+(-[a-z0-9]+)*$/,
  'Lower-case letters and digits, with single hyphens between them.',
);

const TokenParams = z.object({ token: text(1000, 1) });

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations',
  summary: 'Create an organization and own it',
  description: 'For a caller who belongs to none. The slug is made from the name.',
  access: { kind: 'session' },
  body: z.object({ name: OrganizationName }),
  responses: { 201: OrganizationBody },
  errors: ['HAS_ORGANIZATION'],
});

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  summary: 'The organizations the caller belongs to',
  description: 'One or none: a user belongs to at most one organization.',
  access: { kind: 'session' },
  responses: { 200: z.object({ organizations: z.array(Organization) }) },
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organizations/current',
  summary: "The caller's organization",
  description: "Every /current route is about the caller's own organization, a system ADMIN's too.",
  access: { kind: 'organization', role: 'MEMBER' },
  responses: { 200: OrganizationBody },
  errors: ['NO_ORGANIZATION'],
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current',
  summary: 'Rename the organization or change its slug',
  description: 'Partial: fields that are not sent stay. A new name keeps the slug unless one is sent.',
  access: { kind: 'organization', role: 'ADMIN' },
  body: z.object({ name: OrganizationName.optional(), slug: Slug.optional() }),
  responses: { 200: OrganizationBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'SLUG_TAKEN'],
});

export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current',
  summary: 'Delete the organization',
  description:
    'Its members stay as users without an organization, its invitations are void, its audit entries are kept.',
  access: { kind: 'organization', role: 'OWNER' },
  impersonation: 'blocked',
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/current/members',
  summary: 'The members of the organization',
  description: 'Oldest account first.',
  access: { kind: 'organization', role: 'MEMBER' },
  query: z.object(pageQuery({ limit: 20, max: 100 })),
  responses: { 200: z.object({ members: z.array(Member), pagination: Pagination }) },
  errors: ['NO_ORGANIZATION'],
});

export const changeMemberRole = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current/members/:id',
  summary: "Change a member's role",
  description:
    'An ADMIN manages everyone but an OWNER and grants at most ADMIN. An OWNER may do anything, but the ' +
    'organization always keeps one; a deactivated OWNER counts as one.',
  access: { kind: 'organization', role: 'ADMIN' },
  params: IdParams,
  body: z.object({ role: Role }),
  responses: { 200: z.object({ member: Member }) },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'LAST_OWNER'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current/members/:id',
  summary: 'Remove a member, or leave',
  description:
    'Any member may leave by naming himself. Removing somebody else needs ADMIN, and OWNER to remove an OWNER: ' +
    'a MEMBER who names anybody else is refused whether or not the id exists. A sole OWNER cannot leave; he ' +
    'deletes the organization instead. Whoever is removed keeps the account and loses access at once; open ' +
    'invitations above MEMBER that they sent are cancelled.',
  access: { kind: 'organization', role: 'MEMBER' },
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'LAST_OWNER'],
});

export const createInvite = endpoint({
  method: 'POST',
  path: '/api/organizations/current/invites',
  summary: 'Invite somebody by email',
  description:
    'Mails a link that works once, for seven days, and only for an account with that email. The answer holds the ' +
    'link too, so that it can be handed over without mail; it is not shown again. Nobody grants more than the own ' +
    'role. When the inviter leaves, is removed, demoted, deactivated or deleted, open invitations above MEMBER are ' +
    'cancelled. Each address gets at most 5 such mails an hour and 20 a day, whoever sends them.',
  access: { kind: 'organization', role: 'ADMIN' },
  body: z.object({ email: Email, role: Role.default('MEMBER') }),
  responses: { 201: z.object({ invite: NewInvite }) },
  errors: [
    'NO_ORGANIZATION',
    'ORGANIZATION_ROLE_TOO_LOW',
    'ALREADY_MEMBER',
    'ALREADY_INVITED',
    'RATE_LIMITED',
  ],
});

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/organizations/current/invites',
  summary: 'Invitations that wait for an answer',
  description: 'Newest first. Expired ones are not listed.',
  access: { kind: 'organization', role: 'ADMIN' },
  responses: { 200: z.object({ invites: z.array(Invite) }) },
  errors: ['NO_ORGANIZATION'],
});

export const cancelInvite = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current/invites/:id',
  summary: 'Cancel an invitation',
  access: { kind: 'organization', role: 'ADMIN' },
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const getInvite = endpoint({
  method: 'GET',
  path: '/api/invites/:token',
  summary: 'What an invitation is about',
  description: 'For whoever holds the link. Unknown, used and cancelled ones are 404, an expired one is 410.',
  access: { kind: 'public' },
  params: TokenParams,
  responses: { 200: z.object({ invite: PublicInvite }) },
  errors: ['INVITE_EXPIRED'],
});

export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/invites/:token/accept',
  summary: 'Join the organization one is invited to',
  description:
    "The caller's email must be the invited one. A caller who has an organization is refused, and the invitation " +
    'stays usable.',
  access: { kind: 'session' },
  params: TokenParams,
  responses: { 200: z.object({ message: z.string(), organization: Organization }) },
  errors: ['INVITE_EXPIRED', 'INVITE_NOT_YOURS', 'HAS_ORGANIZATION'],
});

/** An organization as whoever runs the service sees it. */
export const ListedOrganization = z
  .object({
    id: Id,
    name: z.string(),
    slug: z.string(),
    memberCount: z.number().int(),
    ownerEmail: z.string().nullable().describe('Of several owners, the one whose account is oldest.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ListedOrganization' });
export type ListedOrganization = z.infer<typeof ListedOrganization>;

export const organizationSorts = ['createdAt', '-createdAt', 'name', '-name'] as const;
export type OrganizationSort = (typeof organizationSorts)[number];

export const listAllOrganizations = endpoint({
  method: 'GET',
  path: '/api/admin/organizations',
  summary: 'List all organizations',
  description: 'Past 10000 matches the total is an estimate.',
  access: { kind: 'permission', permission: 'organizations:read' },
  query: z.object({
    ...pageQuery({ limit: 20, max: 100 }),
    search: text(255)
      .transform((value) => value.trim())
      .optional()
      .describe('Part of a name or a slug. Case does not matter, and no character is special.'),
    ids: text(4000)
      .transform((value) => value.split(','))
      .pipe(z.array(Id, 'Must be ids.').max(100, 'At most 100 ids.'))
      .optional()
      .describe('Only these organizations: up to 100 ids, separated by commas.'),
    sort: z.enum(organizationSorts).default('-createdAt'),
  }),
  responses: { 200: z.object({ organizations: z.array(ListedOrganization), pagination: Pagination }) },
});

export const organizationEndpoints = {
  listAllOrganizations,
  createOrganization,
  listOrganizations,
  getOrganization,
  updateOrganization,
  deleteOrganization,
  listMembers,
  changeMemberRole,
  removeMember,
  createInvite,
  listInvites,
  cancelInvite,
  getInvite,
  acceptInvite,
};
