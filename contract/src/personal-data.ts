import { z } from 'zod';
import { allSessions } from './access-changes.ts';
import { MailedToken } from './auth-shapes.ts';
import { endpoint } from './endpoint.ts';
import { IdParams, MessageBody, Timestamp } from './fields.ts';

const exported = {
  binary: ['application/json'],
  description: 'Everything about the person, as one JSON document to download.',
} as const;

export const exportProfile = endpoint({
  method: 'GET',
  path: '/api/users/profile/export',
  summary: 'Download everything about you',
  description:
    'Streams one JSON document: your account, profile, picture, organizations, sessions, keys, emails and audit entries, ' +
    'without secrets and without other people. We email you that it was downloaded. Limited per account, together with ' +
    'requests to delete it.',
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  beforeTwoFactorSetup: true,
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
  large: 'always',
  responses: { 200: exported },
  errors: ['UNAUTHENTICATED', 'RATE_LIMITED'],
});

export const exportUser = endpoint({
  method: 'GET',
  path: '/api/users/:id/export',
  summary: 'Download everything about a user',
  description:
    'To answer a data request. The same document that the user gets, with privateMetadata. We email the user that it was ' +
    'downloaded.',
  access: { kind: 'permission', permission: 'users:write' },
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
  large: 'always',
  params: IdParams,
  responses: { 200: exported },
  errors: ['PERMISSION_DENIED', 'RATE_LIMITED'],
});

const Deletion = z
  .object({ requestedAt: Timestamp, scheduledFor: Timestamp })
  .describe('Until scheduledFor, the emailed link brings the account back.')
  .meta({ id: 'Deletion' });

export const requestDeletion = endpoint({
  method: 'POST',
  path: '/api/users/profile/deletion',
  summary: 'Delete your account',
  description:
    'Deactivates the account at once and ends every session. After the grace period, the account is erased, and with it ' +
    'every organization that has no other member. The emailed link cancels this until then. While a ' +
    'directory manages the account, only the directory removes it.',
  access: { kind: 'session', about: 'personal' },
  organization: 'default',
  feature: 'accountDeletion',
  beforeTwoFactorSetup: true,
  apiKey: false,
  impersonation: 'blocked',
  recent: true,
  changesAccess: [
    {
      what: 'isActive',
      proof: 'a proof from the last ten minutes',
      ends: `${allSessions}, a pending address, invitations above MEMBER; API keys rest`,
    },
  ],
  responses: { 200: MessageBody.extend({ deletion: Deletion }) },
  errors: [
    'UNAUTHENTICATED',
    'DIRECTORY_MANAGED',
    'LAST_OWNER',
    'LAST_ADMIN',
    'BREAK_GLASS_REQUIRED',
    'RATE_LIMITED',
  ],
});

export const cancelDeletion = endpoint({
  method: 'POST',
  path: '/api/auth/cancel-deletion',
  summary: 'Keep an account that is about to be deleted, with the emailed token',
  description:
    'Works once, until the account is erased. The account is active again, unless an ADMIN deactivated it meanwhile.',
  access: { kind: 'public' },
  apiKey: false,
  limit: 'auth',
  changesAccess: [
    {
      what: 'isActive',
      proof: 'the mailbox, or one that can still undo an email change',
      ends: 'the link. Nothing that ended comes back.',
    },
  ],
  body: z.object({ token: MailedToken }),
  responses: { 200: MessageBody },
  errors: ['TOKEN_INVALID'],
});
