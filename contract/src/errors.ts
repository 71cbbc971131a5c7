import { badRequests } from './bad-requests.ts';

export const errorTypes = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_ERROR',
  'AUTHORIZATION_ERROR',
  'NOT_FOUND',
  'SERVER_ERROR',
  'FORBIDDEN',
] as const;
export type ErrorType = (typeof errorTypes)[number];

/** Every reason to refuse, with its status and the message people read. `{wait}` stands for the time, in words. */
export const errors = {
  ...badRequests,
  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  INVALID_CLIENT: { status: 401, message: "The client couldn't be authenticated." },
  INVALID_TOKEN: {
    status: 401,
    message: 'The access token is missing, expired, revoked or for another use.',
  },
  API_KEY_INVALID: { status: 401, code: 'UNAUTHENTICATED', message: "This API key isn't valid." },
  INVALID_CREDENTIALS: { status: 401, message: 'Email or password is wrong.' },
  SIGN_IN_TO_VERIFY: {
    status: 401,
    message: 'Sign in to the account this link belongs to, or send its password, to verify the address.',
  },
  PASSWORD_WRONG: {
    status: 401,
    code: 'INVALID_CREDENTIALS',
    message: 'That password is wrong. Try again.',
  },
  CURRENT_PASSWORD_WRONG: { status: 401, message: 'Your current password is wrong. Try again.' },
  REFRESH_TOKEN_INVALID: {
    status: 401,
    message: 'The refresh token is missing, expired or revoked. Sign in again.',
  },
  REFRESH_REUSED: {
    status: 401,
    message: 'This refresh token was already used, so we ended the session. Sign in again.',
  },
  REMEMBER_ME_REUSED: {
    status: 401,
    message: 'This saved sign-in was already used, so we ended all your sessions. Sign in again.',
  },
  TWO_FACTOR_CODE_INVALID: {
    status: 401,
    message: 'The code is wrong or was already used. Enter a new one.',
  },
  PASSKEY_INVALID: {
    status: 401,
    message: "This passkey didn't work. Try again, or choose another way.",
  },
  EMAIL_CODE_INVALID: {
    status: 401,
    message:
      'This code is wrong, used or expired, or its link was opened in another browser. Enter the latest code in the browser where you asked for it.',
  },
  PENDING_TOKEN_INVALID: { status: 401, message: 'This sign-in has expired. Start again.' },
  CHALLENGE_REQUIRED: {
    status: 403,
    message: "Show that you aren't a bot: solve the challenge, then try again.",
  },
  FORBIDDEN_ORIGIN: { status: 403, message: "Requests from this origin aren't allowed." },
  CSRF_INVALID: {
    status: 403,
    message: 'The CSRF token is missing or belongs to another session. Reload and try again.',
  },
  INSUFFICIENT_SCOPE: { status: 403, message: 'The access token was issued without the openid scope.' },
  PERMISSION_DENIED: { status: 403, message: "You don't have permission to do this." },
  API_KEY_READ_ONLY: { status: 403, message: 'This API key can only read. Use one that can write.' },
  API_KEY_NOT_ALLOWED: { status: 403, message: "You can't do this with an API key. Sign in instead." },
  API_KEY_NETWORK: { status: 403, message: "This API key can't be used from this network." },
  API_KEY_SCOPE_MISSING: {
    status: 403,
    message: "This needs an organization's API key with a scope that this one doesn't have.",
  },
  NOT_A_MEMBER: {
    status: 403,
    code: 'PERMISSION_DENIED',
    message: 'This is only for members of another organization.',
  },
  TWO_FACTOR_SETUP_REQUIRED: { status: 403, message: 'Set up two-factor authentication first.' },
  TWO_FACTOR_REQUIRED_FOR_ADMIN: {
    status: 403,
    message: "Your role requires two-factor authentication, so you can't turn it off.",
  },
  TWO_FACTOR_REQUIRED: {
    status: 403,
    message: "A policy requires two-factor authentication, so you can't turn it off.",
  },
  SIGN_IN_METHOD_NOT_ALLOWED: {
    status: 403,
    message: "This way of signing in isn't allowed here. Sign in another way.",
  },
  SSO_REQUIRED: { status: 403, message: "Sign in through your organization's identity provider." },
  EMAIL_NOT_VERIFIED: { status: 403, message: 'Verify your email address first, then try again.' },
  REAUTHENTICATION_REQUIRED: { status: 403, message: "Confirm that it's you first, then try again." },
  COOKIE_SESSION_REQUIRED: { status: 403, message: 'This needs a browser session. Sign in with a browser.' },
  NOT_IMPERSONATING: { status: 403, message: "You aren't impersonating anyone." },
  CANNOT_IMPERSONATE: { status: 403, message: "You can't impersonate this user." },
  DIRECTORY_MANAGED: {
    status: 403,
    message: "Your organization's directory manages this account. Ask the people who run it to remove you.",
  },
  OWN_ACCOUNT: { status: 403, message: "You can't do this to your own account." },
  SYSTEM_ROLE: {
    status: 403,
    message: "A system role can't be deleted or renamed, and keeps its parent and permissions.",
  },
  ORGANIZATION_ROLE_TOO_LOW: {
    status: 403,
    message: "Your organization role doesn't allow this.",
  },
  HOOK_DENIED: { status: 403, message: "You can't continue. Ask the people who run this service." },
  INVITE_NOT_YOURS: {
    status: 403,
    code: 'INVITE_EMAIL_MISMATCH',
    message: 'This invitation is for another email address. Sign in with the address it was sent to.',
  },
  SCIM_FORBIDDEN: { status: 403, message: "The directory can't change this person." },
  IMPERSONATION_BLOCKED: {
    status: 403,
    type: 'FORBIDDEN',
    message: 'This action is not allowed while impersonating a user.',
  },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  PICTURE_NOT_FOUND: { status: 404, message: 'This user has no profile picture.' },
  NO_ORGANIZATION: {
    status: 404,
    message:
      "You don't belong to an organization, or not to the chosen one. Create one, or ask for an invitation.",
  },
  PROVIDER_NOT_AVAILABLE: {
    status: 404,
    message: "Signing in with this provider isn't available. Choose another way.",
  },
  PASSKEYS_NOT_AVAILABLE: {
    status: 404,
    message: "Passkeys aren't available at this address. Choose another way.",
  },
  EMAIL_LOGIN_NOT_AVAILABLE: {
    status: 404,
    message: "Signing in with an emailed code isn't available. Choose another way.",
  },
  SSO_NOT_AVAILABLE: {
    status: 404,
    message: "Single sign-on isn't available here. Choose another way to sign in.",
  },
  METHOD_NOT_ALLOWED: { status: 405, message: "This path doesn't support that method." },
  SCIM_UNIQUENESS: { status: 409, message: 'This person or group already exists.' },
  AUDIT_ENTRY_NOT_SEALED: {
    status: 409,
    message: "This entry isn't sealed yet. Try again in a few seconds.",
  },
  KEY_TAKEN: { status: 409, message: 'This key is already in use.' },
  KEY_ROTATING: {
    status: 409,
    message: 'The secret before this one still works. Wait until it ends, or end it at once.',
  },
  EVENTS_EXPIRED: {
    status: 409,
    message: 'Some of the events it would go on with are no longer kept. Choose since when it gets events.',
  },
  WEBHOOK_DISABLED: { status: 409, message: 'This webhook is turned off. Turn it on first.' },
  HOOK_EXISTS: { status: 409, message: 'There is already a hook for this point. Change that one.' },
  CONNECTION_IN_USE: {
    status: 409,
    message: 'People are linked to this identity provider. End their links first.',
  },
  CONNECTION_NOT_TESTED: { status: 409, message: 'Test this identity provider first.' },
  BREAK_GLASS_REQUIRED: {
    status: 409,
    message:
      'While single sign-on is required, an OWNER must be able to sign in with a password and two-factor, or with a passkey.',
  },
  DOMAIN_TAKEN: { status: 409, message: 'This domain is already in use.' },
  ACCOUNT_INACTIVE: { status: 409, message: 'This account is deactivated. Activate it first.' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email already exists. Use another one.' },
  USERNAME_TAKEN: { status: 409, message: 'This username is taken. Choose another one.' },
  TWO_FACTOR_ENABLED: { status: 409, message: 'Two-factor authentication is already on.' },
  PASSKEY_EXISTS: { status: 409, message: 'This passkey is already registered.' },
  LAST_ADMIN: { status: 409, message: 'This is the last active ADMIN. Make someone else an ADMIN first.' },
  LAST_OWNER: { status: 409, message: 'An organization needs an OWNER. Make someone else an OWNER first.' },
  POLICY_CHANGED: {
    status: 409,
    message: 'The policy was changed meanwhile. Load it again, then repeat your change.',
  },
  POLICY_LOCKS_YOU_OUT: {
    status: 409,
    message: 'This policy would lock you out. Meet it yourself first, then save it.',
  },
  ROLE_NAME_TAKEN: { status: 409, message: 'A role with this name already exists. Choose another name.' },
  ROLE_KEY_TAKEN: { status: 409, message: 'A role with this key already exists. Choose another key.' },
  PERMISSION_NAME_TAKEN: {
    status: 409,
    message:
      'Roles of the service and roles of organizations have no permission in common. Choose other names.',
  },
  ROLE_IN_USE: {
    status: 409,
    message: 'Users still hold this role, or other roles inherit from it. Change those first.',
  },
  HAS_ORGANIZATION: { status: 409, message: 'You already belong to an organization. Leave it first.' },
  SLUG_TAKEN: { status: 409, message: 'This slug is taken. Choose another one.' },
  ALREADY_MEMBER: { status: 409, message: 'This person is already a member.' },
  ALREADY_JOINED: {
    status: 409,
    code: 'ALREADY_MEMBER',
    message: 'You are already a member of this organization.',
  },
  ALREADY_INVITED: {
    status: 409,
    message: 'This person already has an open invitation. You can send it again.',
  },
  ALREADY_LINKED: { status: 409, message: 'This provider account is already linked.' },
  INVITE_BY_MAIL_ONLY: {
    status: 409,
    message: 'Your policy says which email domains may join, so invitations go by email only.',
  },
  INVITE_EXPIRED: { status: 410, message: 'This invitation has expired. Ask for a new one.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    message: 'Send JSON, and say so with the header "Content-Type: application/json".',
  },
  IMAGE_TYPE_REFUSED: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: "This type of image isn't allowed. Choose another one.",
  },
  ACCOUNT_LOCKED: { status: 423, message: 'Too many failed attempts. Wait a while, then try again.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Try again {wait}.' },
  UNVERIFIED_RATE_LIMITED: {
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Verify your email address to send more emails, or try again {wait}.',
  },
  INTERNAL_ERROR: { status: 500, message: 'Something went wrong on our side. Try again later.' },
  OVERLOADED: { status: 503, message: 'The service is busy. Try again in a moment.' },
  UNAVAILABLE: { status: 503, message: "The service isn't ready. Try again in a moment." },
  HOOK_UNAVAILABLE: {
    status: 503,
    message: "This can't be decided right now. Try again in a moment.",
  },
  DNS_UNAVAILABLE: {
    status: 503,
    message: "The domain's DNS records couldn't be looked up. Try again in a few minutes.",
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    message:
      "The database didn't confirm this change: it may or may not have been saved. Check before you try again.",
  },
} as const satisfies Record<string, { status: number; message: string; type?: ErrorType; code?: string }>;

/** The key of a reason. Its public `code` is the key itself unless the entry names another. */
export type Reason = keyof typeof errors;
