import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id, text } from './fields.ts';
import { systemRoles } from './permissions.ts';

const Done = z.object({ success: z.literal(true) });

export const impersonate = endpoint({
  method: 'POST',
  path: '/api/admin/impersonate',
  summary: 'Act as another user for up to an hour',
  description:
    'Your session cookie acts as that user until you exit, 60 minutes have passed, or one of you no longer ' +
    'qualifies. An access token of the same session still acts as you.',
  access: { kind: 'permission', permission: 'users:impersonate' },
  apiKey: false,
  bearer: false,
  impersonation: 'blocked',
  changesAccess: [
    {
      what: 'identity',
      proof: '`users:impersonate`, two-factor',
      ends: 'nothing; it ends automatically after 60 minutes, or with the first request that finds the target out of reach',
    },
  ],
  body: z.object({
    userId: text(100, 1),
    reason: text(500, 10)
      .optional()
      .describe("Why, for the audit log. Must be there if IMPERSONATION_REASON is 'required'."),
  }),
  responses: {
    200: Done.extend({ user: z.object({ id: Id, email: z.string(), role: z.enum(systemRoles) }) }),
  },
  errors: ['NOT_FOUND', 'PERMISSION_DENIED', 'CANNOT_IMPERSONATE'],
});

/** The caller is the impersonated user here, so no permission can guard it. */
export const exitImpersonation = endpoint({
  method: 'POST',
  path: '/api/admin/exit-impersonation',
  summary: 'Stop acting as another user',
  access: { kind: 'session', about: 'own' },
  apiKey: false,
  bearer: false,
  impersonation: 'ends',
  organization: 'default',
  changesAccess: [{ what: 'identity', ends: 'the impersonation' }],
  responses: { 200: Done },
  errors: ['NOT_IMPERSONATING'],
});
