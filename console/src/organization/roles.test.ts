import { expect, test } from 'vitest';
import { grantable } from './roles.ts';

const values = (role: 'OWNER' | 'ADMIN' | 'MEMBER') => grantable(role).map(({ value }) => value);

test('members cannot grant a role above their own, and a member can grant none', () => {
  expect(values('OWNER')).toEqual(['MEMBER', 'ADMIN', 'OWNER']);
  expect(values('ADMIN')).toEqual(['MEMBER', 'ADMIN']);
  expect(values('MEMBER')).toEqual([]);
});
