import { expect, test } from 'vitest';
import { sightOf } from './sight.ts';

const nobody = { permissions: [] as string[], requiresTwoFactorSetup: false, organization: null };
const seen = (me: Parameters<typeof sightOf>[0]) =>
  Object.entries(sightOf(me)).flatMap(([name, shown]) => (shown ? [name] : []));

test('without an organization or a permission there is nothing but the own account', () => {
  expect(seen(nobody)).toEqual([]);
});

test('a member sees members; an admin of the organization also invitations, webhooks and its audit log', () => {
  expect(seen({ ...nobody, organization: { role: 'MEMBER' } })).toEqual(['members']);
  expect(seen({ ...nobody, organization: { role: 'ADMIN' } })).toEqual([
    'members',
    'invites',
    'organizationWebhooks',
    'audit',
  ]);
});

test('each page of the administration has its permission', () => {
  const permissions = [
    'users:list',
    'organizations:read',
    'roles:read',
    'audit:read',
    'emails:read',
    'applications:read',
    'webhooks:read',
  ];
  const pages = ['users', 'organizations', 'roles', 'audit', 'emails', 'applications', 'webhooks'];
  expect(seen({ ...nobody, permissions })).toEqual(pages);
  expect(seen({ ...nobody, permissions: ['organizations:read'] })).toEqual(['organizations']);
});

test('nothing of it until two-factor is set up', () => {
  const permissions = ['users:list', 'audit:read'];
  expect(seen({ ...nobody, permissions, requiresTwoFactorSetup: true })).toEqual([]);
});
