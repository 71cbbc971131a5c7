import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Email, Id, MessageBody, name, Timestamp, Username } from './fields.ts';
import { GivenPassword, matchesConfirmation, NewPassword } from './passwords.ts';
import { organizationRoles, systemRoles } from './permissions.ts';

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
    lockedUntil: Timestamp.nullable().optional().describe('Shown to an ADMIN; null when unlocked.'),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof User>;

/** The caller's own organization, as it accompanies a user. */
export const OrganizationSummary = z
  .object({ id: Id, name: z.string(), slug: z.string(), role: z.enum(organizationRoles) })
  .meta({ id: 'OrganizationSummary' });

export const UserBody = z.object({ user: User });
export const UserActionBody = z.object({ message: z.string(), user: User });

/** What people may change about themselves. Null clears a name. */
const nameFields = {
  firstName: name(100, 0).nullable().optional(),
  lastName: name(100, 0).nullable().optional(),
  username: Username.nullable().optional(),
  email: Email.optional(),
};

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/users/profile',
  summary: 'The current user',
  access: { kind: 'session' },
  beforeTwoFactorSetup: true,
  responses: { 200: UserBody },
});

export const updateProfile = endpoint({
  method: 'POST',
  path: '/api/users/profile',
  summary: 'Change the own profile or password',
  description:
    'Partial: fields that are not sent stay. A changed email takes effect at once and must be verified again. ' +
    'A changed password ends every other session; it needs currentPassword unless the account has none yet.',
  access: { kind: 'session' },
  beforeTwoFactorSetup: true,
  body: z
    .object({
      ...nameFields,
      password: NewPassword.optional(),
      confirmPassword: z.string().optional(),
      currentPassword: GivenPassword.optional(),
    })
    .superRefine(matchesConfirmation),
  responses: { 200: UserActionBody },
  errors: ['EMAIL_TAKEN', 'USERNAME_TAKEN', 'CURRENT_PASSWORD_WRONG', 'PASSWORD_REUSED', 'OVERLOADED'],
  guardedFields: {
    password: { apiKey: false, impersonation: 'blocked' },
    email: { impersonation: 'blocked' },
  },
});

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;

export const putPicture = endpoint({
  method: 'PUT',
  path: '/api/users/profile/picture',
  summary: 'Set the own profile picture',
  description: 'The body is the raw image. Its type is read from its content, whatever Content-Type says.',
  access: { kind: 'session' },
  beforeTwoFactorSetup: true,
  body: { binary: pictureTypes, description: 'The image.' },
  responses: { 200: MessageBody },
});

export const getPicture = endpoint({
  method: 'GET',
  path: '/api/users/profile/picture',
  summary: 'The own profile picture',
  access: { kind: 'session' },
  beforeTwoFactorSetup: true,
  responses: { 200: { binary: pictureTypes, description: 'The image.' } },
  errors: ['PICTURE_NOT_FOUND'],
});

export const deletePicture = endpoint({
  method: 'DELETE',
  path: '/api/users/profile/picture',
  summary: 'Remove the own profile picture',
  access: { kind: 'session' },
  beforeTwoFactorSetup: true,
  responses: { 200: MessageBody },
  errors: ['PICTURE_NOT_FOUND'],
});

export const userEndpoints = { getProfile, updateProfile, putPicture, getPicture, deletePicture };
