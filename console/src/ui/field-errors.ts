import { LatchkeyError } from '@latchkey/sdk';

/** The field that a refusal is about, if any. */
const fieldOfCode: Record<string, string> = {
  EMAIL_TAKEN: 'email',
  USERNAME_TAKEN: 'username',
  CURRENT_PASSWORD_WRONG: 'currentPassword',
  PASSWORD_REUSED: 'password',
  SLUG_TAKEN: 'slug',
  ROLE_NAME_TAKEN: 'name',
  ROLE_KEY_TAKEN: 'key',
  PERMISSION_NAME_TAKEN: 'permissions',
  ALREADY_MEMBER: 'email',
  ALREADY_INVITED: 'email',
  TWO_FACTOR_CODE_INVALID: 'code',
  EMAIL_CODE_INVALID: 'code',
  WEBHOOK_URL_FORBIDDEN: 'url',
  DESTINATION_URL_FORBIDDEN: 'url',
  HOOK_URL_FORBIDDEN: 'url',
  LOGOUT_URL_FORBIDDEN: 'backchannelLogoutUri',
};

/** What an error says about this field. */
export function fieldErrorOf(error: unknown, field: string): string | undefined {
  return error instanceof LatchkeyError ? fieldErrorsOf(error)[field] : undefined;
}

/** The message for each field. Empty: the refusal isn't about a field. */
export function fieldErrorsOf(error: LatchkeyError): Record<string, string> {
  const field = fieldOfCode[error.code];
  if (field) return { [field]: error.message };
  if (error.code !== 'VALIDATION_FAILED') return {};
  return Object.fromEntries(
    Object.entries(error.details).map(([name, messages]) => [
      // For a list, the field as a whole.
      name.replace(/^settings\./, '').split('.')[0],
      Array.isArray(messages) ? String(messages[0]) : String(messages),
    ]),
  );
}
