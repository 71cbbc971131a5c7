import { expect, test } from 'vitest';
import { managesRole, organizationRoles, ranksBelow } from './permissions.ts';

test('an OWNER manages everyone, an ADMIN everyone but an OWNER, and a MEMBER no one', () => {
  const managed = organizationRoles.map((own) => organizationRoles.filter((role) => managesRole(own, role)));
  expect(managed).toEqual([[], ['MEMBER', 'ADMIN'], ['MEMBER', 'ADMIN', 'OWNER']]);
});

test('a permission of the service reaches lower ranks, and from an OWNER every rank', () => {
  expect(organizationRoles.map(ranksBelow)).toEqual([[], ['MEMBER'], ['MEMBER', 'ADMIN', 'OWNER']]);
});
