import { expect, test } from 'vitest';
import { describeRole, writtenDescription } from './role-description.ts';

const epoch = '1970-01-01T00:00:00.000Z';
const stored = {
  name: 'ROLE_MODERATOR',
  description: 'A text from the database.',
  isSystem: true,
  createdAt: epoch,
  updatedAt: epoch,
};

test("a system role is described from the catalog, not from the database's English", () => {
  expect(describeRole(stored)).toBe('Lists the users of their own organization.');
  expect(writtenDescription(stored)).toBe('');
});

test('what an administrator wrote about a system role is shown as they wrote it, until they clear it', () => {
  const changed = { ...stored, updatedAt: '2026-03-09T10:00:00.000Z' };
  expect(describeRole(changed)).toBe('A text from the database.');
  expect(describeRole({ ...changed, description: '' })).toBe('Lists the users of their own organization.');
});

test('any other role has only its own description', () => {
  expect(describeRole({ ...stored, name: 'ROLE_BILLING', isSystem: false })).toBe(
    'A text from the database.',
  );
  expect(describeRole({ ...stored, name: 'ROLE_BILLING', isSystem: false, description: '' })).toBe('');
});
