import { expect, test } from 'vitest';
import { lossOf } from './role-loss.ts';

const before = { permissions: ['orders:read', 'orders:refund'], isDefault: true };

test('permissions that are gone, and the end of a default, are a loss', () => {
  expect(lossOf(before, { permissions: ['orders:read', 'reports:export'], isDefault: true })).toEqual({
    permissions: ['orders:refund'],
    isDefault: false,
  });
  expect(lossOf(before, { ...before, isDefault: false })).toEqual({ permissions: [], isDefault: true });
});

test('what is only added is none, and neither is a new role', () => {
  const more = { permissions: [...before.permissions, 'reports:export'], isDefault: true };
  expect(lossOf(before, more)).toBeUndefined();
  expect(lossOf({ permissions: [], isDefault: false }, before)).toBeUndefined();
  expect(lossOf(undefined, before)).toBeUndefined();
});
