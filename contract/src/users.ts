import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody, text } from './fields.ts';
import { UserOrganization } from './organization-shapes.ts';
import { Pagination, pageQuery } from './pagination.ts';
import { GivenPassword, matchesConfirmation, NewPassword } from './passwords.ts';
import { systemRoles } from './permissions.ts';
import { userSorts } from './sorts.ts';
import {
  MetadataBody,
  MetadataPatch,
  metadataMaxBytes,
  nameFields,
  ofProfile,
  User,
  UserActionBody,
  UserBody,
} from './user-shapes.ts';

export const listUserOrganizations = endpoint({
  method: 'GET',
  path: '/api/admin/users/:id/organizations',
  summary: "List a user's organizations",
  description: 'The default comes first, then the one joined longest ago.',
  access: { kind: 'permission', permission: 'users:read' },
  params: IdParams,
  responses: { 200: z.object({ organizations: z.array(UserOrganization) }) },
});

export const removeUserFromOrganization = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/organizations/:organizationId',
  summary: 'Remove a user from an organization',
  description: 'Takes `users:read` as well. The organization keeps an active OWNER.',
  access: { kind: 'permission', permission: 'users:write' },
  params: IdParams.extend({ organizationId: Id }),
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED', 'LAST_OWNER', 'BREAK_GLASS_REQUIRED'],
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/profile',
  summary: 'Get your profile',
  access: { kind: 'session' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  responses: { 200: UserBody.extend(ofProfile) },
});

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/users/profile',
  summary: 'Change your profile or password',
  description:
    "Fields you leave out stay as they are. A new email is pending until it is verified, whether or not the address is taken; the current address gets a link that undoes the change. Sending the current email cancels it. A new password needs currentPassword, unless the account has no password yet, and ends every other session. An API key can't change the email or password.",
  access: { kind: 'session' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  body: z
    .object({
      ...nameFields,
      locale: ofProfile.locale.optional(),
      password: NewPassword.optional(),
      confirmPassword: z.string().optional(),
      currentPassword: GivenPassword.optional(),
    })
    .superRefine(matchesConfirmation),
  responses: { 200: UserActionBody.extend(ofProfile) },
  errors: [
    'UNAUTHENTICATED',
    'EMAIL_TAKEN',
    'USERNAME_TAKEN',
    'CURRENT_PASSWORD_WRONG',
    'PASSWORD_TOO_WEAK',
    'PASSWORD_BREACHED',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'PASSWORD_REUSED',
    'ACCOUNT_LOCKED',
    'RATE_LIMITED',
    'UNVERIFIED_RATE_LIMITED',
    'OVERLOADED',
  ],
  hashesWith: 'password',
  guardedFields: {
    password: { apiKey: false, impersonation: 'blocked', recent: 'first' },
    email: { apiKey: false, impersonation: 'blocked', unchanged: 'allowed' },
  },
});

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export const putPicture = endpoint({
  method: 'PUT',
  path: '/api/users/profile/picture',
  summary: 'Set your profile picture',
  description: 'Send the raw image as the body. Its content decides its type; Content-Type is ignored.',
  access: { kind: 'session' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  large: 'always',
  body: { binary: [...pictureTypes, '*/*'], description: 'The image.' },
  responses: { 200: MessageBody },
  errors: ['IMAGE_TYPE_REFUSED', 'RATE_LIMITED'],
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/users/profile/picture',
  summary: 'Get your profile picture',
  access: { kind: 'session' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  large: 'always',
  responses: {
    200: { binary: pictureTypes, description: 'The image, with its ETag.' },
    304: { binary: [], description: 'The client has it: If-None-Match holds its ETag.' },
  },
  errors: ['PICTURE_NOT_FOUND', 'RATE_LIMITED'],
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/api/users/profile/picture',
  summary: 'Remove your profile picture',
  access: { kind: 'session' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  responses: { 200: MessageBody },
  errors: ['PICTURE_NOT_FOUND'],
});

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'List users',
  description:
    'An ADMIN sees every organization, a MODERATOR their own. Past 10000 matches the total is an estimate.',
  access: { kind: 'permission', permission: 'users:list' },
  query: z.object({
    ...pageQuery({ limit: 20, max: 100 }),
    search: text(255)
      .transform((value) => value.trim())
      .optional()
      .describe('Part of a name, an email or a username. Case is ignored, and no character is special.'),
    role: z.enum(systemRoles).optional(),
    isActive: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
    organizationId: Id.optional().describe('For ADMINs. Everyone else always sees their own organization.'),
    sort: z.enum(userSorts).default('-createdAt'),
  }),
  responses: { 200: z.object({ users: z.array(User), pagination: Pagination }) },
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'Get a user',
  description: 'Yourself, a member of your organization or, for an ADMIN, anyone.',
  access: { kind: 'session', asks: ['users:read'] },
  params: IdParams,
  responses: {
    200: UserBody.extend({
      passkeyCount: z.number().int().optional().describe('Only an ADMIN sees it.'),
    }),
  },
});

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/users/:id',
  summary: 'Change a user',
  description:
    'Fields you leave out stay as they are. People can change their own account. An ADMIN can change others too, and set role and isActive of anyone but themselves; from anyone else, these two have no effect. Your own new email is pending, as ' +
    "in your profile. Another's changes at once, unverified, and ends their sessions; it needs users:read, too.",
  access: { kind: 'session', asks: ['users:read', 'users:write'] },
  params: IdParams,
  body: z.object({
    ...nameFields,
    role: z.enum(systemRoles).optional(),
    isActive: z.boolean().optional(),
  }),
  responses: {
    200: UserActionBody.extend({
      pendingEmail: ofProfile.pendingEmail.optional().describe('Only for yourself.'),
    }),
  },
  errors: [
    'UNAUTHENTICATED',
    'OWN_ACCOUNT',
    'EMAIL_DOMAIN_NOT_ALLOWED',
    'EMAIL_TAKEN',
    'USERNAME_TAKEN',
    'LAST_ADMIN',
    'BREAK_GLASS_REQUIRED',
    'RATE_LIMITED',
    'UNVERIFIED_RATE_LIMITED',
  ],
  guardedFields: { email: { apiKey: false, impersonation: 'blocked', unchanged: 'allowed' } },
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id',
  summary: 'Delete a user',
  description:
    'Deletes the account for good, and with it an organization that has no other member. Audit entries stay. With erase, ' +
    'so do what its owner could ask for: emails sent to them, invitations and the personal fields of audit entries go, too.',
  access: { kind: 'permission', permission: 'users:delete' },
  impersonation: 'blocked',
  recentWhen: 'erase',
  params: IdParams,
  query: z.object({
    erase: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
  }),
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED', 'OWN_ACCOUNT', 'LAST_OWNER', 'LAST_ADMIN', 'BREAK_GLASS_REQUIRED'],
});

export const activateUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/activate',
  summary: 'Reactivate a user',
  access: { kind: 'permission', permission: 'users:write' },
  params: IdParams,
  responses: { 200: UserActionBody },
  errors: ['PERMISSION_DENIED'],
});

export const deactivateUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/deactivate',
  summary: 'Deactivate a user',
  description:
    'Ends their sessions and remembered logins at once. Their API keys stop working until reactivation.',
  access: { kind: 'permission', permission: 'users:write' },
  params: IdParams,
  responses: { 200: UserActionBody },
  errors: ['PERMISSION_DENIED', 'OWN_ACCOUNT', 'LAST_ADMIN', 'BREAK_GLASS_REQUIRED'],
});

export const unlockUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/unlock',
  summary: 'End the lock after failed logins',
  access: { kind: 'permission', permission: 'users:write' },
  params: IdParams,
  responses: { 200: UserActionBody },
  errors: ['PERMISSION_DENIED'],
});

export const getUserMetadata = endpoint({
  method: 'GET',
  path: '/api/users/:id/metadata',
  summary: 'Get the metadata of a user',
  description: 'The user sees publicMetadata in GET /api/auth/me, but never sees privateMetadata.',
  access: { kind: 'permission', permission: 'users:write' },
  params: IdParams,
  responses: { 200: MetadataBody },
  errors: ['PERMISSION_DENIED'],
});

export const updateUserMetadata = endpoint({
  method: 'PATCH',
  path: '/api/users/:id/metadata',
  summary: 'Change the metadata of a user',
  description:
    'Keys you leave out stay as they are, null removes a key, and a value replaces the previous one entirely. ' +
    `Each of the two objects holds at most ${metadataMaxBytes} bytes as JSON.`,
  access: { kind: 'permission', permission: 'users:write' },
  params: IdParams,
  body: z.object({ publicMetadata: MetadataPatch, privateMetadata: MetadataPatch }),
  responses: { 200: MetadataBody },
  errors: ['PERMISSION_DENIED'],
});
