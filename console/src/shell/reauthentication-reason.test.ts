import { expect, test } from 'vitest';
import { reasonFor } from './reauthentication-reason.ts';

test.each([
  ['/api/admin/applications', 'application'],
  ['/api/admin/applications/1/secret', 'application'],
  ['/api/admin/webhooks', 'service'],
  ['/api/organizations/current/keys', 'organization'],
  ['/api/users', 'person'],
  ['/api/users/1/sessions', 'person'],
  ['/api/users/profile/export', 'account'],
  ['/api/auth/passkeys', 'account'],
  // Creating an organization, or joining one, is about oneself.
  ['/api/organizations', 'account'],
  [undefined, 'account'],
])('%s is about: %s', (address, reason) => expect(reasonFor(address)).toBe(reason));
