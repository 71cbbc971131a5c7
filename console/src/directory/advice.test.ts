import { expect, test } from 'vitest';
import { adviceFor, attemptOf } from './advice.ts';

test('a refusal says what the directory tried', () => {
  const attempt = (method: string, path: string) => attemptOf({ method, path: `/api/scim/v2${path}` });
  expect(attempt('POST', '/Users')).toBe('Create a person');
  expect(attempt('GET', '/Users')).toBe('Read people');
  expect(attempt('GET', '/Groups/0198c0de')).toBe('Read a group');
  expect(attempt('PATCH', '/Groups/0198c0de')).toBe('Change a group');
  expect(attempt('DELETE', '/Users/0198c0de')).toBe('Remove a person');
  expect(attempt('POST', '/Bulk')).toBe('Create /api/scim/v2/Bulk');
});

test('and what to do about it, whatever it was', () => {
  expect(adviceFor({ status: 409, scimType: 'uniqueness' })).toContain('invite them');
  expect(adviceFor({ status: 409, scimType: null })).toContain('owner');
  expect(adviceFor({ status: 403, scimType: null })).toContain('domain');
  expect(adviceFor({ status: 400, scimType: 'invalidFilter' })).toContain('userName');
  expect(adviceFor({ status: 400, scimType: 'sensitive' })).toContain('attribute mapping');
  expect(adviceFor({ status: 503, scimType: null })).toContain('tries again');
});
