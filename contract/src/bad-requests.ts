import {
  apiKeyLimit,
  connectionLimit,
  destinationLimits,
  domainLimit,
  organizationLimit,
  passkeyLimit,
  scimTokenLimit,
  teamRoleLimits,
} from './limits.ts';

/** Reasons to refuse that the caller mends by sending something else, as in `errors`. */
export const badRequests = {
  VALIDATION_FAILED: { status: 400, message: "Some fields aren't valid. Check them and try again." },
  MALFORMED_JSON: { status: 400, message: "The body isn't valid JSON in UTF-8, or is nested too deeply." },
  MALFORMED_REQUEST: { status: 400, message: "The request couldn't be read. Check it and try again." },
  INVITE_INVALID: { status: 400, message: 'This invitation is unknown, used or expired. Ask for a new one.' },
  INVITE_EMAIL_MISMATCH: {
    status: 400,
    message: 'This invitation is for another email address. Use the address it was sent to.',
  },
  PASSWORD_REUSED: {
    status: 400,
    message: 'You used this password recently. Choose another one.',
  },
  PASSWORD_TOO_WEAK: {
    status: 400,
    message: 'This password is too easy to guess. Choose a longer one, or add more unusual words.',
  },
  PASSWORD_BREACHED: {
    status: 400,
    message: 'This password is known from a data breach. Choose another one.',
  },
  BREACH_CHECK_NOT_AVAILABLE: {
    status: 400,
    message: "This service isn't set up to check passwords against breaches. Ask its operator.",
  },
  EMAIL_DOMAIN_NOT_ALLOWED: {
    status: 400,
    message: "Email addresses at this domain aren't allowed here. Use another address.",
  },
  TOKEN_INVALID: { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  TWO_FACTOR_NOT_PENDING: { status: 400, message: 'Start setting up two-factor authentication first.' },
  TWO_FACTOR_NOT_ENABLED: { status: 400, message: 'Two-factor authentication is off. Turn it on first.' },
  KEY_LIMIT_REACHED: { status: 400, message: `You already have ${apiKeyLimit} API keys. Revoke one first.` },
  ORGANIZATION_KEY_LIMIT_REACHED: {
    status: 400,
    code: 'KEY_LIMIT_REACHED',
    message: "Your organization can't have any more API keys. Revoke one first.",
  },
  ORGANIZATION_LIMIT_REACHED: {
    status: 400,
    message: `You already belong to ${organizationLimit} organizations. Leave one first.`,
  },
  ROLE_LIMIT_REACHED: {
    status: 400,
    message: `There are already ${teamRoleLimits.roles} roles. Delete one first.`,
  },
  PASSKEY_LIMIT_REACHED: {
    status: 400,
    message: `You already have ${passkeyLimit} passkeys. Remove one first.`,
  },
  NEW_PASSKEY_INVALID: {
    status: 400,
    code: 'PASSKEY_INVALID',
    message: "This passkey couldn't be added. Try again.",
  },
  WEBHOOK_URL_FORBIDDEN: {
    status: 400,
    message: "Webhooks can't be sent to this address. Use a public https:// address without a username.",
  },
  WEBHOOK_LIMIT_REACHED: { status: 400, message: "You can't add any more webhooks. Delete one first." },
  DESTINATION_URL_FORBIDDEN: {
    status: 400,
    message: "Events can't be sent to this address. Use a public https:// address without a username.",
  },
  DESTINATION_LIMIT_REACHED: {
    status: 400,
    message: `There are already ${destinationLimits.each} destinations. Delete one first.`,
  },
  DESTINATION_HAS_NO_SECRET: {
    status: 400,
    message: 'Only destinations of the kind http have a secret of ours.',
  },
  HOOK_URL_FORBIDDEN: {
    status: 400,
    message: "Hooks can't be at this address. Use a public https:// address without a username.",
  },
  DOMAIN_LIMIT_REACHED: {
    status: 400,
    message: `Your organization already has ${domainLimit} domains. Remove one first.`,
  },
  DOMAIN_NOT_VERIFIED: {
    status: 400,
    message: "This domain isn't verified. Publish its DNS record, then verify it.",
  },
  CONNECTION_LIMIT_REACHED: {
    status: 400,
    message: `Your organization already has ${connectionLimit} identity providers. Remove one first.`,
  },
  SCIM_TOKEN_LIMIT_REACHED: {
    status: 400,
    message: `Your directory already has ${scimTokenLimit} tokens. Revoke one first.`,
  },
  CONNECTION_INVALID: {
    status: 400,
    message: "The identity provider can't be used like this. Check its settings and try again.",
  },
  CONNECTION_URL_FORBIDDEN: {
    status: 400,
    message: "We can't connect to this address. Use a public https:// address without a username.",
  },
  LOGOUT_URL_FORBIDDEN: {
    status: 400,
    message:
      "Logout notices can't be sent to this address. Use a public https:// address without a username.",
  },
  APPLICATION_HAS_NO_SECRET: {
    status: 400,
    message: 'An application of this kind has no secret. It uses PKCE instead.',
  },
  AUTHORIZE_CLIENT_UNKNOWN: {
    status: 400,
    message: "The application that sent you here isn't registered. Go back and contact its administrator.",
  },
  AUTHORIZE_REDIRECT_UNKNOWN: {
    status: 400,
    message:
      "The application asked us to send you to an address that isn't registered. Go back and contact its administrator.",
  },
  INVALID_REQUEST: { status: 400, message: 'A parameter is missing, repeated or malformed.' },
  INVALID_GRANT: { status: 400, message: 'The code or token is wrong, used, expired or for another client.' },
  INVALID_SCOPE: { status: 400, message: 'The requested scope goes beyond what was granted.' },
  INVALID_TARGET: {
    status: 400,
    message: "The resource isn't an absolute URI, or isn't the one that was granted.",
  },
  UNAUTHORIZED_CLIENT: { status: 400, message: "This application can't use that grant type." },
  AUTHORIZATION_PENDING: {
    status: 400,
    message: "The code hasn't been entered and allowed yet. Ask again later.",
  },
  SLOW_DOWN: { status: 400, message: 'You asked too soon. Wait five seconds more each time from now on.' },
  ACCESS_DENIED: { status: 400, message: 'The user denied this, or may no longer allow it.' },
  EXPIRED_TOKEN: { status: 400, message: 'The code has expired. Ask for a new one.' },
  DEVICE_CODE_INVALID: {
    status: 400,
    message: 'This code is wrong, used or expired. Check what your device shows, or start again there.',
  },
  UNSUPPORTED_GRANT_TYPE: { status: 400, message: "That grant type isn't supported." },
  INVALID_REDIRECT_URI: { status: 400, message: "A redirect URI is missing or isn't valid." },
  INVALID_CLIENT_METADATA: {
    status: 400,
    message: 'Only public clients that use authorization codes can be registered here.',
  },
  SCIM_INVALID_FILTER: { status: 400, message: "The filter isn't valid, or isn't supported." },
  SCIM_INVALID_SYNTAX: { status: 400, message: "The body isn't a valid SCIM resource or PATCH." },
  SCIM_INVALID_PATH: { status: 400, message: "A path isn't valid." },
  SCIM_INVALID_VALUE: { status: 400, message: "A value is missing or isn't valid." },
  SCIM_NO_TARGET: { status: 400, message: 'A path names nothing that could be changed.' },
  ROLE_CYCLE: { status: 400, message: "A role can't inherit from itself. Choose another parent." },
  PASSWORD_NOT_SET: {
    status: 400,
    message: 'Your account has no password yet. Set one with "Forgot password" first.',
  },
  LAST_SIGN_IN_METHOD: { status: 400, message: 'This is your only way to sign in. Set a password first.' },
} as const;
