import { expect, test } from 'vitest';
import { grantable, manages } from './roles.ts';

const values = (role: 'OWNER' | 'ADMIN' | 'MEMBER') => grantable(role).map(({ value }) => value);

test('nobody gives a role above their own', () => {
  expect(values('OWNER')).toEqual(['MEMBER', 'ADMIN', 'OWNER']);
  expect(values('ADMIN')).toEqual(['MEMBER', 'ADMIN']);
  expect(values('MEMBER')).toEqual(['MEMBER']);
});

test('an admin manages anyone but an owner, a member nobody', () => {
  expect(manages('OWNER', 'OWNER')).toBe(true);
  expect(manages('ADMIN', 'ADMIN')).toBe(true);
  expect(manages('ADMIN', 'OWNER')).toBe(false);
  expect(manages('MEMBER', 'MEMBER')).toBe(false);
});
