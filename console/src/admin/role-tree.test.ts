import type { Role } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { inheritedOnly, treeOf } from './role-tree.ts';

const role = (id: string, parentId: string | null, more: Partial<Role> = {}): Role => ({
  id,
  name: `ROLE_${id}`,
  description: '',
  parentId,
  isSystem: false,
  permissions: [],
  inheritedPermissions: [],
  userCount: 0,
  createdAt: '',
  updatedAt: '',
  ...more,
});

test('every role follows the role it inherits from, one level deeper', () => {
  const roles = [role('c', 'b'), role('a', null), role('d', 'a'), role('b', 'a'), role('z', null)];
  expect(treeOf(roles).map(({ id, depth }) => `${depth}${id}`)).toEqual(['0a', '1d', '1b', '2c', '0z']);
});

test("a role's own permissions are not listed again as inherited", () => {
  const both = role('a', null, { permissions: ['a:b'], inheritedPermissions: ['a:b', 'c:d'] });
  expect(inheritedOnly(both)).toEqual(['c:d']);
});
