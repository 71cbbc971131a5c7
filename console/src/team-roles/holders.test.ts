import type { Connection, DirectoryGroup, Invite, Member } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { type Given, holdersOf, isHeld } from './holders.ts';

const roles = (...keys: string[]) => ({ roles: keys });
const given: Given = {
  members: [roles('support'), roles('support', 'org-books'), roles()] as Member[],
  memberCount: 3,
  groups: [{ ...roles('org-books'), displayName: 'Finance' }] as DirectoryGroup[],
  connections: [
    {
      id: 'c',
      name: 'Okta',
      groupRoles: [
        { group: 'Leads', roles: ['support'] },
        { group: 'Staff', roles: [] },
      ],
    },
  ] as unknown as Connection[],
  invites: [roles('support'), roles()] as Invite[],
};

test('members, groups, groups of a connection and invitations that give a role are found', () => {
  expect(holdersOf({ key: 'support', isDefault: false }, given)).toEqual({
    everyone: undefined,
    members: given.members.slice(0, 2),
    groups: [],
    connections: [{ id: 'c Leads', name: 'Okta', group: 'Leads' }],
    invites: 1,
    read: undefined,
  });
  expect(holdersOf({ key: 'org-books', isDefault: false }, given).groups).toEqual(given.groups);
});

test('a default is everyone, and a role that nothing gives has no holders', () => {
  const none = { key: 'viewer', isDefault: false };
  expect(holdersOf({ ...none, isDefault: true }, given)).toMatchObject({ everyone: 3, members: [] });
  expect([none, { ...none, isDefault: true }].map((role) => isHeld(holdersOf(role, given)))).toEqual([
    false,
    true,
  ]);
  for (const key of ['support', 'org-books'])
    expect(isHeld(holdersOf({ key, isDefault: false }, given))).toBe(true);
});

test('it is said how many members were read, if not all', () => {
  expect(holdersOf({ key: 'support', isDefault: false }, { ...given, memberCount: 9 }).read).toBe(3);
});
