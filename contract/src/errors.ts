import { z } from 'zod';

export const errorTypes = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'NOT_FOUND',
  'SERVER_ERROR',
  'FORBIDDEN',
] as const;
export type ErrorType = (typeof errorTypes)[number];

/** Every reason the service gives, said once: its status and what a person reads. `{wait}` is how long, in words. */
export const errors = {
  VALIDATION_FAILED: { status: 400, message: 'Some of the fields are not valid.' },
  MALFORMED_JSON: { status: 400, message: 'The body is not valid JSON in UTF-8.' },
  MALFORMED_REQUEST: { status: 400, message: 'The request could not be read.' },
  INVITE_INVALID: { status: 400, message: 'This invitation is unknown, already used or expired.' },
  INVITE_EMAIL_MISMATCH: { status: 400, message: 'This invitation was sent to another email address.' },
  PASSWORD_REUSED: {
    status: 400,
    message: 'This password was used before. Choose one you have not used lately.',
  },
  TOKEN_INVALID: { status: 400, message: 'This link is not valid any more. Ask for a new one.' },
  TWO_FACTOR_NOT_PENDING: { status: 400, message: 'Start setting up two-factor authentication first.' },
  TWO_FACTOR_NOT_ENABLED: { status: 400, message: 'Two-factor authentication is not enabled.' },
  KEY_LIMIT_REACHED: { status: 400, message: 'There are ten API keys already. Revoke one first.' },
  ROLE_CYCLE: { status: 400, message: 'A role cannot inherit from itself.' },
  PASSWORD_NOT_SET: {
    status: 400,
    message: 'This account has no password to confirm with. Set one with "Forgot password" first.',
  },
  LAST_SIGN_IN_METHOD: { status: 400, message: 'This is the only way to sign in. Set a password first.' },

  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  API_KEY_INVALID: { status: 401, code: 'UNAUTHENTICATED', message: "This API key isn't valid." },
  INVALID_CREDENTIALS: { status: 401, message: 'Email or password is wrong.' },
  CURRENT_PASSWORD_WRONG: { status: 401, message: 'The current password is wrong.' },
  REFRESH_TOKEN_INVALID: { status: 401, message: 'The refresh token is missing, expired or revoked.' },
  REFRESH_REUSED: { status: 401, message: 'This refresh token was used before. The session has been ended.' },
  REMEMBER_ME_REUSED: {
    status: 401,
    message: 'This sign-in was used before. For safety, every session of the account has been ended.',
  },
  TWO_FACTOR_CODE_INVALID: { status: 401, message: 'The code is wrong or was already used.' },
  PENDING_TOKEN_INVALID: { status: 401, message: 'This sign-in has expired. Start again.' },

  FORBIDDEN_ORIGIN: { status: 403, message: 'Requests from this origin are not allowed.' },
  CSRF_INVALID: { status: 403, message: 'The CSRF token is missing or does not belong to this session.' },
  PERMISSION_DENIED: { status: 403, message: 'You may not do this.' },
  API_KEY_READ_ONLY: { status: 403, message: 'This API key may only read.' },
  API_KEY_NOT_ALLOWED: { status: 403, message: 'This cannot be done with an API key.' },
  TWO_FACTOR_SETUP_REQUIRED: { status: 403, message: 'Set up two-factor authentication first.' },
  TWO_FACTOR_REQUIRED_FOR_ADMIN: { status: 403, message: 'An ADMIN keeps two-factor authentication.' },
  COOKIE_SESSION_REQUIRED: { status: 403, message: 'This needs a browser session, not a Bearer token.' },
  NOT_IMPERSONATING: { status: 403, message: 'This session is not impersonating anyone.' },
  CANNOT_IMPERSONATE: { status: 403, message: 'This user cannot be impersonated.' },
  OWN_ACCOUNT: { status: 403, message: 'Somebody else has to do this to your account.' },
  SYSTEM_ROLE: {
    status: 403,
    message: 'A system role cannot be deleted, and keeps its name, parent and permissions.',
  },
  ORGANIZATION_ROLE_TOO_LOW: {
    status: 403,
    message: 'Your role in the organization does not reach that far.',
  },
  INVITE_NOT_YOURS: {
    status: 403,
    code: 'INVITE_EMAIL_MISMATCH',
    message: 'This invitation was sent to another email address.',
  },
  IMPERSONATION_BLOCKED: {
    status: 403,
    type: 'FORBIDDEN',
    message: 'This action is not allowed while impersonating a user.',
  },

  NOT_FOUND: { status: 404, message: 'Not found.' },
  PICTURE_NOT_FOUND: { status: 404, message: 'There is no profile picture.' },
  NO_ORGANIZATION: { status: 404, message: 'You belong to no organization.' },
  PROVIDER_NOT_AVAILABLE: { status: 404, message: 'Signing in with this provider is not available here.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not answer that method.' },

  EMAIL_TAKEN: { status: 409, message: 'An account with this email exists already.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken.' },
  TWO_FACTOR_ENABLED: { status: 409, message: 'Two-factor authentication is enabled already.' },
  LAST_ADMIN: { status: 409, message: 'This is the last active ADMIN.' },
  LAST_OWNER: { status: 409, message: 'The organization would be left without an OWNER.' },
  ROLE_NAME_TAKEN: { status: 409, message: 'A role with this name exists already.' },
  ROLE_IN_USE: { status: 409, message: 'This role is still held by users or inherited by other roles.' },
  HAS_ORGANIZATION: { status: 409, message: 'You belong to an organization already.' },
  SLUG_TAKEN: { status: 409, message: 'This slug is taken.' },
  ALREADY_MEMBER: { status: 409, message: 'This person is a member already.' },
  ALREADY_INVITED: { status: 409, message: 'This person is invited already.' },
  ALREADY_LINKED: { status: 409, message: 'This provider account is already linked.' },

  INVITE_EXPIRED: { status: 410, message: 'This invitation has expired. Ask for a new one.' },

  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The body is of a type that is not accepted here.' },

  ACCOUNT_LOCKED: { status: 423, message: 'Too many failed attempts. Wait a while, then try again.' },

  RATE_LIMITED: { status: 429, message: 'Too many requests. Try again {wait}.' },

  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side.' },
  OVERLOADED: { status: 503, message: 'The service is busy. Try again in a moment.' },
  UNAVAILABLE: { status: 503, message: 'The service is not ready.' },
} as const satisfies Record<string, { status: number; message: string; type?: ErrorType; code?: string }>;

/** The key of a reason. Its public `code` is the key itself unless the entry names another. */
export type Reason = keyof typeof errors;
type Entry = { status: number; message: string; type?: ErrorType; code?: string };

export function describeError(reason: Reason): {
  status: number;
  type: ErrorType;
  code: string;
  message: string;
} {
  const { status, type, code }: Entry = errors[reason];
  return { status, type: type ?? typeOfStatus(status), code: code ?? reason, message: messageOf(reason) };
}

/** What a person reads, with the time to wait where it is known. */
export function messageOf(reason: Reason, waitSeconds?: number): string {
  return errors[reason].message.replace(
    '{wait}',
    waitSeconds === undefined ? 'later' : `in ${inWords(waitSeconds)}`,
  );
}

/** Rounded up: whoever comes back then is let in. */
function inWords(seconds: number): string {
  const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;
  if (seconds < 60) return count(Math.ceil(seconds), 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
}

function typeOfStatus(status: number): ErrorType {
  if (status === 401 || status === 423) return 'AUTHENTICATION_ERROR';
  if (status === 403 || status === 429) return 'AUTHORIZATION_ERROR';
  if (status === 404 || status === 410) return 'NOT_FOUND';
  return status >= 500 ? 'SERVER_ERROR' : 'VALIDATION_ERROR';
}

/** Validation failures map a field to its messages; other details are the reason's own facts. */
export const ErrorBody = z
  .object({
    error: z.object({
      type: z.enum(errorTypes),
      message: z.string(),
      details: z.record(z.string(), z.unknown()),
      code: z.string(),
      timestamp: z.iso.datetime(),
      path: z.string(),
      requestId: z.string(),
    }),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof ErrorBody>;
