import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, text } from './fields.ts';
import { capInWords, lifetimes, mailLimits, unsolicitedMail, unsolicitedShare } from './limits.ts';
import {
  BareInvite,
  Invite,
  InviteBody,
  ListedOrganization,
  Member,
  NewInvite,
  Organization,
  OrganizationBody,
  OrganizationName,
  PublicInvite,
  Role,
  Slug,
  searchFor,
  TokenParams,
} from './organization-shapes.ts';
import { Pagination, pageQuery } from './pagination.ts';
import { organizationSorts } from './sorts.ts';

export const listAllOrganizations = endpoint({
  method: 'GET',
  path: '/api/admin/organizations',
  summary: 'List all organizations',
  description: 'Past 10000 matches, the total is an estimate.',
  access: { kind: 'permission', permission: 'organizations:read' },
  query: z.object({
    ...pageQuery({ limit: 20, max: 100 }),
    search: searchFor('a name or slug'),
    ids: text(4000)
      .transform((value) => value.split(','))
      .pipe(z.array(Id, 'Must be ids.').max(100, 'At most 100 ids.'))
      .optional()
      .describe('Only these organizations: up to 100 ids, separated by commas.'),
    sort: z.enum(organizationSorts).default('-createdAt'),
  }),
  responses: { 200: z.object({ organizations: z.array(ListedOrganization), pagination: Pagination }) },
});

export const createOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations',
  summary: 'Create an organization',
  description:
    'The caller becomes its OWNER. Unless ALLOW_SEVERAL_ORGANIZATIONS is on, they must not belong to another; their ' +
    'first one becomes their default. If ALLOW_ORGANIZATION_CREATION is off, only people who hold `users:write` ' +
    'create one. The slug is derived from the name.',
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  changesAccess: [],
  body: z.object({ name: OrganizationName }),
  responses: { 201: OrganizationBody },
  errors: ['UNAUTHENTICATED', 'PERMISSION_DENIED', 'HAS_ORGANIZATION', 'ORGANIZATION_LIMIT_REACHED'],
});

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/api/organizations',
  summary: "List the caller's organizations",
  description:
    'The default comes first, then the one joined longest ago. An API key sees only the one it was made in.',
  access: { kind: 'session', about: 'own' },
  organization: 'default',
  beyondOrganizationPolicy: true,
  responses: { 200: z.object({ organizations: z.array(Organization) }) },
});

export const setDefaultOrganization = endpoint({
  method: 'POST',
  path: '/api/organizations/:id/default',
  summary: 'Make an organization the default',
  description:
    'Requests without X-Organization-Id, sign-ins and new tokens are about the default. Callers whose role permits ' +
    "something in their default organization only can't move it.",
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  beyondOrganizationPolicy: true,
  apiKey: false,
  impersonation: 'blocked',
  changesAccess: [],
  params: IdParams,
  responses: { 200: z.object({ message: z.string(), organization: Organization }) },
  errors: ['UNAUTHENTICATED', 'PERMISSION_DENIED'],
});

export const getOrganization = endpoint({
  method: 'GET',
  path: '/api/organizations/current',
  summary: "Get the caller's organization",
  description:
    'Every /current route is about the organization that X-Organization-Id names, or the default, even for a system ADMIN.',
  access: { kind: 'organization', role: 'MEMBER' },
  organizationKey: 'latchkey:read',
  responses: { 200: OrganizationBody },
  errors: ['NO_ORGANIZATION'],
});

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current',
  summary: 'Rename the organization or change its slug',
  description: "Fields you don't send stay as they are: a new name keeps the slug.",
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [],
  body: z.object({ name: OrganizationName.optional(), slug: Slug.optional() }),
  responses: { 200: OrganizationBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'SLUG_TAKEN'],
});

export const deleteOrganization = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current',
  summary: 'Delete the organization',
  description:
    'Its members become users without an organization, its invitations end, and its audit entries are kept.',
  access: { kind: 'organization', role: 'OWNER' },
  impersonation: 'blocked',
  changesAccess: [],
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const listMembers = endpoint({
  method: 'GET',
  path: '/api/organizations/current/members',
  summary: 'List the members',
  description: 'Oldest account first.',
  access: { kind: 'organization', role: 'MEMBER' },
  organizationKey: 'latchkey:read',
  query: z.object({ ...pageQuery({ limit: 20, max: 100 }), search: searchFor('a name, email or username') }),
  responses: { 200: z.object({ members: z.array(Member), pagination: Pagination }) },
  errors: ['NO_ORGANIZATION'],
});

export const changeMemberRole = endpoint({
  method: 'PATCH',
  path: '/api/organizations/current/members/:id',
  summary: "Change a member's role",
  description:
    'An ADMIN manages everyone but an OWNER, and grants at most ADMIN. An OWNER manages everyone. An organization ' +
    'always keeps an active OWNER.',
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [
    {
      what: 'organization role',
      proof: 'organization ADMIN, up to their own role',
      ends: 'after a demotion, open invitations above MEMBER',
    },
  ],
  params: IdParams,
  body: z.object({ role: Role }),
  responses: { 200: z.object({ member: Member }) },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'LAST_OWNER', 'BREAK_GLASS_REQUIRED'],
});

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current/members/:id',
  summary: 'Remove a member, or leave',
  description:
    'Anyone may leave, with their own id. Removing someone else takes an ADMIN, and removing an OWNER takes an OWNER; ' +
    "a MEMBER gets the same 403 whether or not the id exists. A sole OWNER can't leave, but can delete the " +
    'organization. Someone who is removed keeps their account and loses access at once. Open invitations above ' +
    'MEMBER that they sent are canceled.',
  access: { kind: 'organization', role: 'MEMBER' },
  beyondOrganizationPolicy: 'own',
  changesAccess: [
    {
      what: 'organization role',
      proof: 'organization ADMIN, or leaving',
      ends: "open invitations above MEMBER; everything they granted to the organization's applications; sessions that its identity provider began; their own API keys that act there. Keys they made for the organization stay.",
    },
  ],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'LAST_OWNER', 'BREAK_GLASS_REQUIRED'],
});

const sendingRefusals = [
  'NO_ORGANIZATION',
  'ORGANIZATION_ROLE_TOO_LOW',
  'EMAIL_DOMAIN_NOT_ALLOWED',
  'RATE_LIMITED',
  'UNVERIFIED_RATE_LIMITED',
] as const;

export const createInvite = endpoint({
  method: 'POST',
  path: '/api/organizations/current/invites',
  summary: 'Invite someone by email',
  description:
    `Emails a link that works once, for ${lifetimes.inviteDays} days, and only for an account with that email. The ` +
    'response has the link too, so you can share it yourself; it is never shown again. With byMailOnly, or where a policy says ' +
    'which email domains may join, the link is only emailed, and joining by it verifies the address. You can grant a role up to ' +
    'your own. When the inviter leaves, is removed, demoted, deactivated or deleted, their open invitations above ' +
    `MEMBER, or with roles, are canceled. An address gets at most ${capInWords(unsolicitedMail)} of these emails, of which one account or ` +
    `organization causes at most ${capInWords(unsolicitedShare)}, and so do all senders with an unverified address together. ` +
    `An account or organization sends at most ${mailLimits.invites.limit} an hour, and ` +
    `${mailLimits.invitesUnverified.limit} while the sender's own address is unverified.`,
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [],
  body: InviteBody,
  responses: { 201: z.object({ invite: NewInvite }) },
  errors: [...sendingRefusals, 'ALREADY_MEMBER', 'ALREADY_INVITED'],
});

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/organizations/current/invites',
  summary: 'List open invitations',
  description: "Newest first. Expired ones aren't listed.",
  access: { kind: 'organization', role: 'ADMIN' },
  organizationKey: 'latchkey:read',
  query: z.object({ ...pageQuery({ limit: 100, max: 100 }), search: searchFor('an email') }),
  responses: { 200: z.object({ invites: z.array(Invite), pagination: Pagination }) },
  errors: ['NO_ORGANIZATION'],
});

export const resendInvite = endpoint({
  method: 'POST',
  path: '/api/organizations/current/invites/:id/resend',
  summary: 'Send an invitation again',
  description:
    `Emails a new link that works for another ${lifetimes.inviteDays} days, and ends the earlier ones. The caller counts as ` +
    'its inviter from now on, and needs a role that could have sent it. Limited as invitations are.',
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [],
  params: IdParams,
  responses: { 200: z.object({ message: z.string(), invite: BareInvite }) },
  errors: sendingRefusals,
});

export const createInviteLink = endpoint({
  method: 'POST',
  path: '/api/organizations/current/invites/:id/link',
  summary: 'Get a link to share yourself',
  description:
    'Ends an earlier link that was shown; one that was only emailed keeps working. The link verifies nothing: only one that ' +
    'was only emailed shows that the person reads mail there. The caller counts as the inviter from now on, and needs a role that could ' +
    'have sent the invitation.',
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [],
  params: IdParams,
  responses: { 201: z.object({ invite: NewInvite }) },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW', 'INVITE_BY_MAIL_ONLY'],
});

export const cancelInvite = endpoint({
  method: 'DELETE',
  path: '/api/organizations/current/invites/:id',
  summary: 'Cancel an invitation',
  access: { kind: 'organization', role: 'ADMIN' },
  changesAccess: [],
  params: IdParams,
  responses: { 200: MessageBody },
  errors: ['NO_ORGANIZATION', 'ORGANIZATION_ROLE_TOO_LOW'],
});

export const getInvite = endpoint({
  method: 'GET',
  path: '/api/invites/:token',
  summary: 'Get an invitation by its token',
  description:
    'For anyone who holds the link. An unknown, used or canceled invitation is 404, an expired one 410.',
  access: { kind: 'public' },
  params: TokenParams,
  responses: { 200: z.object({ invite: PublicInvite }) },
  errors: ['INVITE_EXPIRED'],
});

export const acceptInvite = endpoint({
  method: 'POST',
  path: '/api/invites/:token/accept',
  summary: 'Accept an invitation',
  description:
    "The caller's email must be the invited one. If the caller already belongs to an organization, they get a 409 and " +
    'the invitation stays open; if ALLOW_SEVERAL_ORGANIZATIONS is on, only if they belong to this one. By a link that ' +
    'was only emailed, it also verifies their address.',
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  changesAccess: [{ what: 'organization role', proof: 'the invited address', ends: 'the invitation' }],
  params: TokenParams,
  responses: { 200: z.object({ message: z.string(), organization: Organization }) },
  errors: [
    'UNAUTHENTICATED',
    'INVITE_EXPIRED',
    'INVITE_NOT_YOURS',
    'HAS_ORGANIZATION',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'EMAIL_NOT_VERIFIED',
    'ALREADY_JOINED',
    'ORGANIZATION_LIMIT_REACHED',
  ],
});
