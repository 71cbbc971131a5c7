import { describe, expect, test } from 'vitest';
import { describeError, messageOf } from './describe-error.ts';
import { errors, errorTypes, type Reason } from './errors.ts';

const reasons = Object.keys(errors) as Reason[];

describe('every error reason', () => {
  test('has an agreed status and the matching type', () => {
    const typeOf: Record<number, string> = {
      400: 'VALIDATION_ERROR',
      401: 'AUTHENTICATION_ERROR',
      403: 'AUTHORIZATION_ERROR',
      404: 'NOT_FOUND',
      405: 'VALIDATION_ERROR',
      409: 'VALIDATION_ERROR',
      410: 'NOT_FOUND',
      413: 'VALIDATION_ERROR',
      415: 'VALIDATION_ERROR',
      423: 'AUTHENTICATION_ERROR',
      429: 'AUTHORIZATION_ERROR',
      500: 'SERVER_ERROR',
      503: 'SERVER_ERROR',
    };
    for (const reason of reasons) {
      const { status, type } = describeError(reason);
      const expected = reason === 'IMPERSONATION_BLOCKED' ? 'FORBIDDEN' : typeOf[status];
      expect({ reason, type }).toEqual({ reason, type: expected });
      expect(errorTypes).toContain(type);
    }
  });

  test("has a readable message: a full sentence that doesn't contain its code", () => {
    for (const reason of reasons) {
      const { message, code } = describeError(reason);
      expect(message).toMatch(/^[A-Z].+\.$/);
      expect(message).not.toContain(code);
      expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
    }
  });
});

describe('a wait time', () => {
  test.each([
    [1, '1 second'],
    [59, '59 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [720, '12 minutes'],
    [3540, '59 minutes'],
    [3541, '1 hour'],
    [3600, '1 hour'],
    [3601, '2 hours'],
    [86_400, '24 hours'],
  ])('of %i seconds is written as %s', (seconds, words) => {
    expect(messageOf('RATE_LIMITED', seconds)).toBe(`Too many requests. Try again in ${words}.`);
  });

  test('of unknown length is written as later', () => {
    expect(messageOf('RATE_LIMITED')).toBe('Too many requests. Try again later.');
    expect(describeError('RATE_LIMITED').message).toBe('Too many requests. Try again later.');
  });

  test('leaves no placeholder in any message', () => {
    for (const reason of reasons) expect(describeError(reason).message).not.toContain('{');
  });
});

describe('the error codes clients rely on', () => {
  test.each([
    ['CSRF_INVALID', 403],
    ['EMAIL_TAKEN', 409],
    ['USERNAME_TAKEN', 409],
    ['INVITE_INVALID', 400],
    ['INVITE_EMAIL_MISMATCH', 400],
    ['TOKEN_INVALID', 400],
    ['REFRESH_REUSED', 401],
    ['TWO_FACTOR_SETUP_REQUIRED', 403],
    ['TWO_FACTOR_CODE_INVALID', 401],
    ['PENDING_TOKEN_INVALID', 401],
    ['PROVIDER_NOT_AVAILABLE', 404],
    ['ALREADY_LINKED', 409],
    ['LAST_SIGN_IN_METHOD', 400],
    ['LAST_OWNER', 409],
    ['LAST_ADMIN', 409],
    ['PASSWORD_REUSED', 400],
    ['KEY_LIMIT_REACHED', 400],
  ] as const)('%s has status %i', (code, status) => {
    const found = reasons.map(describeError).filter((each) => each.code === code);
    expect(found.map((each) => each.status)).toContain(status);
  });

  test('an invitation for someone else has code INVITE_EMAIL_MISMATCH with status 403', () => {
    expect(describeError('INVITE_NOT_YOURS')).toMatchObject({ code: 'INVITE_EMAIL_MISMATCH', status: 403 });
  });

  test('an action blocked while impersonating has the agreed status, type and message', () => {
    expect(describeError('IMPERSONATION_BLOCKED')).toMatchObject({
      status: 403,
      type: 'FORBIDDEN',
      message: 'This action is not allowed while impersonating a user.',
    });
  });
});
