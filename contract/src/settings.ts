import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { Id } from './fields.ts';
import { ServiceHealth, Settings } from './settings-shapes.ts';

/** How the service is set up and how it is doing tells an attacker where to begin. */
const access = { kind: 'permission', permission: 'policies:read', withPermission: 'all' } as const;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'See how the service is set up',
  description: 'What each variable sets. Of a secret, only whether it is set.',
  access,
  apiKey: false,
  responses: { 200: Settings },
});

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  summary: 'See how the service is doing',
  description:
    'What waits, what fails and what is about to end. The pool is that of the process that responds.',
  access,
  apiKey: false,
  responses: { 200: ServiceHealth },
});

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/test-email',
  summary: 'Send yourself a test email',
  description: 'To the address of your own account. Five an hour. How it went is in the list of sent emails.',
  turn: 'mail',
  access,
  apiKey: false,
  impersonation: 'blocked',
  changesAccess: [],
  responses: { 200: z.object({ message: z.string(), emailId: Id }) },
  errors: ['RATE_LIMITED'],
});
