import { auditActions } from '@latchkey/contract';
import { expect, test } from 'vitest';
import { actionInWords } from './audit-words.ts';

test('actions read as words', () => {
  expect(actionInWords('AUTH_PASSKEY_REGISTERED')).toBe('Passkey added');
  expect(actionInWords('AUTH_PASSKEY_REMOVED')).toBe('Passkey removed');
  expect(actionInWords('API_KEY_CREATED')).toBe('API key created');
  expect(actionInWords('SECURITY_PASSWORD_CHANGED')).toBe('Password changed');
  expect(actionInWords('ORG_UPDATED')).toBe('Organization updated');
  expect(actionInWords('ORG_WEBHOOK_SECRET_ROTATED')).toBe('Organization webhook secret rotated');
  expect(actionInWords('ORG_SCIM_TOKEN_CREATED')).toBe('Directory token created');
  expect(actionInWords('ADMIN_APP_CREATED')).toBe('Application created');
});

test('every action has words of its own, without a code in them', () => {
  const all = auditActions.map(actionInWords);
  expect(all.filter((text) => !/^[A-Z][\w' -]+$/.test(text) || /_|[A-Z]{4}|2fa/.test(text))).toEqual([]);
  const repeated = all.filter((text, at) => all.indexOf(text) !== at);
  expect(repeated).toEqual([]);
});
