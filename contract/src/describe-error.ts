import type { Dialect } from './endpoint.ts';
import { type ErrorType, errors, type Reason } from './errors.ts';

type ErrorEntry = { status: number; message: string; type?: ErrorType; code?: string };

export function describeError(reason: Reason): {
  status: number;
  type: ErrorType;
  code: string;
  message: string;
} {
  const { status, type, code }: ErrorEntry = errors[reason];
  return { status, type: type ?? typeOfStatus(status), code: code ?? reason, message: messageOf(reason) };
}

const oauthErrors: Partial<Record<Reason, string>> = {
  RATE_LIMITED: 'temporarily_unavailable',
  OVERLOADED: 'temporarily_unavailable',
  UNAVAILABLE: 'temporarily_unavailable',
  HOOK_UNAVAILABLE: 'temporarily_unavailable',
  OUTCOME_UNKNOWN: 'server_error',
  INTERNAL_ERROR: 'server_error',
};
const spokenByOauth: readonly Reason[] = [
  'INVALID_GRANT',
  'INVALID_SCOPE',
  'INVALID_TARGET',
  'INVALID_CLIENT',
  'INVALID_TOKEN',
  'INSUFFICIENT_SCOPE',
  'UNAUTHORIZED_CLIENT',
  'UNSUPPORTED_GRANT_TYPE',
  'AUTHORIZATION_PENDING',
  'SLOW_DOWN',
  'ACCESS_DENIED',
  'EXPIRED_TOKEN',
  'INVALID_REDIRECT_URI',
  'INVALID_CLIENT_METADATA',
];

/** The OAuth error code for a reason. Registration (RFC 7591) has its own code for reasons without one. */
export function oauthErrorOf(reason: Reason, dialect: Dialect): string {
  const otherwise = dialect === 'oauth-json' ? 'invalid_client_metadata' : 'invalid_request';
  return oauthErrors[reason] ?? (spokenByOauth.includes(reason) ? reason.toLowerCase() : otherwise);
}

const scimTypes: Partial<Record<Reason, string>> = {
  SCIM_INVALID_FILTER: 'invalidFilter',
  SCIM_INVALID_SYNTAX: 'invalidSyntax',
  SCIM_INVALID_PATH: 'invalidPath',
  SCIM_INVALID_VALUE: 'invalidValue',
  SCIM_NO_TARGET: 'noTarget',
  SCIM_UNIQUENESS: 'uniqueness',
  MALFORMED_JSON: 'invalidSyntax',
  MALFORMED_REQUEST: 'invalidSyntax',
  VALIDATION_FAILED: 'invalidValue',
};

/** SCIM's keyword for a reason. Most have none. */
export function scimTypeOf(reason: Reason): string | undefined {
  return scimTypes[reason];
}

/** The message people read, with the time to wait if it is known. */
export function messageOf(reason: Reason, waitSeconds?: number): string {
  return errors[reason].message.replace(
    '{wait}',
    waitSeconds === undefined ? 'later' : `in ${durationInWords(waitSeconds)}`,
  );
}

/** Rounded up, so the wait is over by then. */
function durationInWords(seconds: number): string {
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
