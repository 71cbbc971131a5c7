import { z } from 'zod';
import { allSessions } from './access-changes.ts';
import { imageTypes } from './branding-shapes.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, MessageBody } from './fields.ts';
import { UserOrganization } from './organization-shapes.ts';
import { Pagination } from './pagination.ts';
import {
  Flag,
  MetadataBody,
  MetadataPatch,
  metadataMaxBytes,
  ofProfile,
  ProfileChange,
  User,
  UserActionBody,
  UserBody,
  UserChange,
  UserQuery,
} from './user-shapes.ts';

const others = '`users:write`, never their own account';
const deactivation = {
  proof: others,
  ends: `${allSessions}, invitations above MEMBER. API keys and passkeys stop working until reactivation.`,
};

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
  changesAccess: [
    {
      what: 'organization role',
      proof: '`users:write` and `users:read`',
      ends: 'as when a member is removed',
    },
  ],
  params: IdParams.extend({ organizationId: Id }),
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED', 'LAST_OWNER', 'BREAK_GLASS_REQUIRED'],
});

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/profile',
  summary: 'Get your profile',
  turn: 'none',
  access: { kind: 'session', about: 'own' },
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
  turn: 'hash',
  access: { kind: 'session', about: 'own' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  changesAccess: [
    {
      what: 'password',
      proof: 'current password, or a recent proof if there is none',
      ends: 'all other sessions, every remembered login, pending logins, reset links. The current session and API keys stay.',
    },
    {
      what: 'email',
      ends: 'the change requested before. The address is pending until it is verified; the current one can undo it until 72 hours after the move.',
    },
  ],
  body: ProfileChange,
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
  ],
  hashesWith: 'password',
  guardedFields: {
    password: { apiKey: false, impersonation: 'blocked', recent: 'first', about: 'personal' },
    email: { apiKey: false, impersonation: 'blocked', unchanged: 'allowed', about: 'personal' },
  },
});

export const putPicture = endpoint({
  method: 'PUT',
  path: '/api/users/profile/picture',
  summary: 'Set your profile picture',
  description: 'Send the raw image as the body. Its content decides its type; Content-Type is ignored.',
  access: { kind: 'session', about: 'own' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  large: 'always',
  changesAccess: [],
  body: { binary: [...imageTypes, '*/*'], description: 'The image.' },
  responses: { 200: MessageBody },
  errors: ['IMAGE_TYPE_REFUSED', 'RATE_LIMITED'],
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/users/profile/picture',
  summary: 'Get your profile picture',
  access: { kind: 'session', about: 'own' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  large: 'always',
  responses: {
    200: { binary: imageTypes, description: 'The image, with its ETag.' },
    304: { binary: [], description: 'The client has it: If-None-Match holds its ETag.' },
  },
  errors: ['PICTURE_NOT_FOUND', 'RATE_LIMITED'],
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/api/users/profile/picture',
  summary: 'Remove your profile picture',
  access: { kind: 'session', about: 'own' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  changesAccess: [],
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
  mayBeLate: true,
  query: UserQuery,
  responses: { 200: z.object({ users: z.array(User), pagination: Pagination }) },
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/users/:id',
  summary: 'Get a user',
  description: 'Yourself, a member of your organization or, for an ADMIN, anyone.',
  access: { kind: 'session', about: 'organization', asks: ['users:read'] },
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
  access: { kind: 'session', about: 'own', asks: ['users:read', 'users:write'] },
  changesAccess: [
    {
      what: 'email',
      proof: 'the session, or `users:write` and `users:read` for others',
      ends: "for their own, as in `POST /api/users/profile`. Another's moves at once, unverified: all their sessions, pending requests and undo links end.",
    },
    { what: 'role', proof: others, ends: 'nothing: the new role applies to the next request' },
    { what: 'isActive', ...deactivation },
  ],
  params: IdParams,
  body: UserChange,
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
  guardedFields: {
    email: { apiKey: false, impersonation: 'blocked', unchanged: 'allowed', about: 'personal' },
  },
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
  changesAccess: [
    {
      what: 'activity',
      proof: '`users:delete`, never their own account',
      ends: 'everything that belongs to the user; invitations above MEMBER. Audit entries stay, and so do keys they made for an organization with other members.',
    },
  ],
  params: IdParams,
  query: z.object({ erase: Flag }),
  responses: { 200: MessageBody },
  errors: ['PERMISSION_DENIED', 'OWN_ACCOUNT', 'LAST_OWNER', 'LAST_ADMIN', 'BREAK_GLASS_REQUIRED'],
});

export const activateUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/activate',
  summary: 'Reactivate a user',
  access: { kind: 'permission', permission: 'users:write' },
  changesAccess: [{ what: 'activity', ends: 'sessions from before' }],
  params: IdParams,
  responses: { 200: UserActionBody },
  errors: ['PERMISSION_DENIED'],
});

export const deactivateUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/deactivate',
  summary: 'Deactivate a user',
  description: 'Ends sessions and remembered logins at once. API keys stop working until reactivation.',
  access: { kind: 'permission', permission: 'users:write' },
  changesAccess: [{ what: 'activity', ...deactivation }],
  params: IdParams,
  responses: { 200: UserActionBody },
  errors: ['PERMISSION_DENIED', 'OWN_ACCOUNT', 'LAST_ADMIN', 'BREAK_GLASS_REQUIRED'],
});

export const unlockUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/unlock',
  summary: 'End the lock after failed logins',
  access: { kind: 'permission', permission: 'users:write' },
  changesAccess: [{ what: 'lock', ends: 'both locks; on their own account, only the one on the address' }],
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
  changesAccess: [],
  params: IdParams,
  body: z.object({ publicMetadata: MetadataPatch, privateMetadata: MetadataPatch }),
  responses: { 200: MetadataBody },
  errors: ['PERMISSION_DENIED'],
});
