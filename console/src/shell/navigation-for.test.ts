import { permissions } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { navigationFor } from './navigation-for.ts';

const visitor = { permissions: [] as string[], requiresTwoFactorSetup: false, organization: null };
const seen = (me: Parameters<typeof navigationFor>[0]) =>
  Object.entries(navigationFor(me)).flatMap(([name, shown]) => (shown ? [name] : []));

test('without an organization or permissions, a user sees only their own account', () => {
  expect(seen(visitor)).toEqual([]);
});

test('a member sees members and the policy; an organization admin also sees invitations, branding, app roles, single sign-on, the directory, keys, webhooks, event destinations and the audit log', () => {
  expect(seen({ ...visitor, organization: { role: 'MEMBER' } })).toEqual(['members', 'organizationPolicy']);
  expect(seen({ ...visitor, organization: { role: 'ADMIN' } })).toEqual([
    'members',
    'invites',
    'branding',
    'organizationRoles',
    'organizationPolicy',
    'singleSignOn',
    'directory',
    'organizationKeys',
    'organizationWebhooks',
    'organizationDestinations',
    'organizationAudit',
  ]);
});

test('each admin page requires its own permission', () => {
  const permissions = [
    'users:list',
    'users:read',
    'organizations:read',
    'policies:read',
    'roles:read',
    'audit:read',
    'emails:read',
    'applications:read',
    'webhooks:read',
    'hooks:read',
    'checks:confirm',
  ];
  const pages = [
    'users',
    'organizations',
    'policy',
    'roles',
    'teamRoles',
    'audit',
    'emails',
    'applications',
    'webhooks',
    'destinations',
    'hooks',
    'checks',
  ];
  expect(seen({ ...visitor, permissions })).toEqual(pages);
  expect(seen({ ...visitor, permissions: ['organizations:read'] })).toEqual(['organizations']);
  expect(seen({ ...visitor, permissions: ['roles:read'] })).toEqual(['roles']);
});

test('the settings of the service require every permission, and an ADMIN of both sees one log', () => {
  const all = seen({
    permissions: [...permissions],
    requiresTwoFactorSetup: false,
    organization: { role: 'OWNER' },
  });
  expect(all).toContain('settings');
  expect(all).toContain('audit');
  expect(all).not.toContain('organizationAudit');
});

test('no admin page is shown until a required two-factor setup is done', () => {
  const permissions = ['users:list', 'audit:read'];
  expect(seen({ ...visitor, permissions, requiresTwoFactorSetup: true })).toEqual([]);
});
