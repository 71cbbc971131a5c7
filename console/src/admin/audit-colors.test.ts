import { auditActions } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { colorOf } from './audit-colors.ts';

test('good news is green, bad news red, things worth a look yellow, and routine events blue or gray', () => {
  expect(colorOf('AUTH_LOGIN_SUCCESS')).toBe('green');
  expect(colorOf('AUTH_REFRESH_REUSE_DETECTED')).toBe('red');
  expect(colorOf('ADMIN_IMPERSONATION_START')).toBe('yellow');
  expect(colorOf('SECURITY_ACCOUNT_RECLAIMED')).toBe('yellow');
  expect(colorOf('AUTH_LOGOUT')).toBe('blue');
  expect(colorOf('ORG_UPDATED')).toBe('gray');
});

test('every failure, lock and theft is red', () => {
  const bad = auditActions.filter(
    (action) => /FAILURE|FAILED|LOCKED$|DETECTED/.test(action) && !/UNLOCKED/.test(action),
  );
  expect(bad.length).toBeGreaterThan(4);
  for (const action of bad) expect({ action, color: colorOf(action) }).toEqual({ action, color: 'red' });
});
