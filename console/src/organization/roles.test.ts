import { expect, test } from 'vitest';
import { grantable } from './roles.ts';

const values = (role: 'OWNER' | 'ADMIN' | 'MEMBER') => grantable(role).map(({ value }) => value);

test('nobody gives a role above their own, and a member gives none', () => {
  expect(values('OWNER')).toEqual(['MEMBER', 'ADMIN', 'OWNER']);
  expect(values('ADMIN')).toEqual(['MEMBER', 'ADMIN']);
  expect(values('MEMBER')).toEqual([]);
});
