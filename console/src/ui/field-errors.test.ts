import { LatchkeyError } from '@latchkey/sdk';
import { expect, test } from 'vitest';
import { fieldErrorsOf } from './field-errors.ts';

const refusal = (code: string, details: Record<string, unknown> = {}) =>
  new LatchkeyError({
    status: 400,
    type: 'VALIDATION_ERROR',
    code,
    message: 'The message.',
    details,
    requestId: 'some-id',
  } as ConstructorParameters<typeof LatchkeyError>[0]);

test('each field that fails validation shows its first message', () => {
  const error = refusal('VALIDATION_FAILED', {
    email: ['Must be an email address.', 'Required.'],
    name: 'Too short.',
  });
  expect(fieldErrorsOf(error)).toEqual({ email: 'Must be an email address.', name: 'Too short.' });
});

test.each([
  ['EMAIL_TAKEN', 'email'],
  ['SLUG_TAKEN', 'slug'],
  ['CURRENT_PASSWORD_WRONG', 'currentPassword'],
  ['TWO_FACTOR_CODE_INVALID', 'code'],
])('%s is shown at the %s field', (code, field) => {
  expect(fieldErrorsOf(refusal(code))).toEqual({ [field]: 'The message.' });
});

test("an error that isn't about a field is left to the form", () => {
  expect(fieldErrorsOf(refusal('RATE_LIMITED', { retryAfterSeconds: 30 }))).toEqual({});
});
