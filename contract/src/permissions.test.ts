import { expect, test } from 'vitest';
import { managesRole, organizationRoles } from './permissions.ts';

test('an OWNER manages everyone, an ADMIN everyone but an OWNER, a MEMBER nobody', () => {
  const managed = organizationRoles.map((own) => organizationRoles.filter((role) => managesRole(own, role)));
  expect(managed).toEqual([[], ['MEMBER', 'ADMIN'], ['MEMBER', 'ADMIN', 'OWNER']]);
});
