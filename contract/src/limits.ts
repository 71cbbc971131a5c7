const minute = 60_000;
const hour = 60 * minute;

export type LimitRule = { limit: number; windowMs: number };

/** Requests per client address. `account`: also counted per account, existing or not, with twice the limit. */
export const rateLimits = {
  login: { limit: 10, windowMs: 15 * minute, env: 'RATE_LIMIT_LOGIN', account: true },
  register: { limit: 3, windowMs: hour, env: 'RATE_LIMIT_REGISTER', account: false },
  forgotPassword: { limit: 5, windowMs: hour, env: 'RATE_LIMIT_FORGOT_PASSWORD', account: true },
  resetPassword: { limit: 10, windowMs: hour, env: 'RATE_LIMIT_RESET_PASSWORD', account: false },
  resendVerification: { limit: 3, windowMs: hour, env: 'RATE_LIMIT_RESEND_VERIFICATION', account: true },
  requestUnlock: { limit: 3, windowMs: hour, env: 'RATE_LIMIT_REQUEST_UNLOCK', account: true },
  emailCode: { limit: 5, windowMs: hour, env: 'RATE_LIMIT_EMAIL_CODE', account: true },
  twoFactorValidate: { limit: 30, windowMs: 15 * minute, env: 'RATE_LIMIT_2FA_VALIDATE', account: false },
  twoFactorSetup: { limit: 20, windowMs: hour, env: 'RATE_LIMIT_2FA_SETUP', account: false },
  oidcToken: { limit: 600, windowMs: minute, env: 'RATE_LIMIT_OIDC_TOKEN', account: false },
  oidcIntrospect: { limit: 6000, windowMs: minute, env: 'RATE_LIMIT_OIDC_INTROSPECT', account: false },
  oidcRegister: { limit: 20, windowMs: hour, env: 'RATE_LIMIT_OIDC_REGISTER', account: false },
  /** Starts per client address, lookups of a code per account. */
  oidcDevice: { limit: 30, windowMs: 15 * minute, env: 'RATE_LIMIT_OIDC_DEVICE', account: false },
  /** Both ends of a sign-in by an organization's identity provider. An office shares one address. */
  sso: { limit: 600, windowMs: minute, env: 'RATE_LIMIT_SSO', account: false },
  /** Per organization, for what its directory asks. */
  scim: { limit: 1800, windowMs: minute, env: 'RATE_LIMIT_SCIM', account: false },
  /** Per account, for requests that hold a new address. */
  emailChange: { limit: 10, windowMs: hour, env: 'RATE_LIMIT_EMAIL_CHANGE', account: false },
  /** Per account, for pictures sent and read; one that the client has already doesn't count. */
  picture: { limit: 120, windowMs: hour, env: 'RATE_LIMIT_PICTURE', account: false },
  /** Per acting account, for downloads of a person's data and requests to delete an account. */
  export: { limit: 5, windowMs: hour, env: 'RATE_LIMIT_EXPORT', account: false },
  /**
   * Shared by the other unsafe /api/auth endpoints and both ends of a provider login. Set with RATE_LIMIT_MAX and
   * RATE_LIMIT_WINDOW.
   */
  auth: { limit: 100, windowMs: 15 * minute, env: undefined, account: false },
} as const satisfies Record<string, LimitRule & { env: string | undefined; account: boolean }>;
export type LimitName = keyof typeof rateLimits;

/** Email that others cause, per recipient. Notices to an address that was never verified are counted apart. */
export const unsolicitedMail: readonly LimitRule[] = [
  { limit: 5, windowMs: hour },
  { limit: 20, windowMs: 24 * hour },
];
/** The share of one account, of one organization, and of all senders with an unverified address together. */
export const unsolicitedShare: readonly LimitRule[] = [
  { limit: 2, windowMs: hour },
  { limit: 8, windowMs: 24 * hour },
];
/** Emails to other people, counted per sending account and per organization, regardless of the recipients. */
export const mailLimits = {
  invites: { limit: 100, windowMs: hour, env: 'RATE_LIMIT_INVITES' },
  invitesUnverified: { limit: 10, windowMs: hour, env: 'RATE_LIMIT_INVITES_UNVERIFIED' },
} as const satisfies Record<string, LimitRule & { env: string }>;

/** Local checks: how long an answer may be kept, how long a request waits for changes, and how old a state may be. */
export const checkLimits = {
  validForMs: 60_000,
  waitMs: { least: 0, most: 1000, usual: 0 },
  maxStalenessMs: { least: 250, most: 10_000, usual: 1000 },
  /** Subscribers of one account. */
  subscribers: 1000,
  /** Changes named by one answer. Past them, it says only that there were many. */
  changes: 10_000,
} as const;

/** A success clears the failures, and so does a day without one. */
export const lockout = { maxFailedAttempts: 5, durationMinutes: 15, forgottenAfterHours: 24 } as const;

/** Failed sign-ins after which the next one needs a solved challenge: for an address, or from a network in this time. */
export const challengeAfter = { failures: 3, windowMs: 15 * minute } as const;

export const lifetimes = {
  accessTokenSeconds: 15 * 60,
  refreshTokenDays: 7,
  sessionDays: 7,
  csrfTokenDays: 7,
  rememberMeDays: 30,
  localeDays: 365,
  emailVerificationHours: 24,
  emailChangeUndoHours: 72,
  passwordResetHours: 1,
  /** For the reset link of an account that an ADMIN created. */
  accountCreatedDays: 7,
  accountUnlockHours: 1,
  newDeviceDays: 30,
  pendingLoginMinutes: 5,
  recentProofMinutes: 10,
  passkeyChallengeMinutes: 10,
  emailCodeMinutes: 10,
  challengeMinutes: 10,
  impersonationMinutes: 60,
  inviteDays: 7,
  /** How long an expired invitation is still recognized as one. */
  expiredInviteDays: 30,
  oauthStateMinutes: 10,
  oauthPendingMinutes: 15,
  ssoStateMinutes: 10,
  ssoTestHours: 24,
  /** While single sign-on is required: how long keys and offline grants work after its last use. */
  ssoAbsenceDays: 30,
  ssoArrivalSeconds: 60,
  /** For the access and ID tokens that applications get. */
  oidcTokenSeconds: 600,
  oidcCodeSeconds: 60,
  /** How long a device waits for its person, and how long between its questions. */
  deviceCodeSeconds: 600,
  devicePollSeconds: 5,
  /** How long people may take to answer an application's request. */
  oidcConsentHours: 24,
  /** Since its last use. Without offline_access it ends with the session. */
  oidcRefreshDays: 30,
  /** How long a key is published before it signs. */
  signingKeyNoticeHours: 24,
  /** How long a client that registered itself may stay unused. */
  unusedClientDays: 30,
  eventDays: 30,
  /** Between the warning about an unused account and its deactivation. */
  inactivityWarningDays: 14,
} as const;

/** A lifetime as pages and emails print it: "1 hour", "24 hours", "7 days". */
export function inWords(count: number, unit: 'minute' | 'hour' | 'day'): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** A cap of two windows, as descriptions print it. */
export const capInWords = ([perHour, perDay]: readonly LimitRule[]) =>
  `${perHour?.limit} an hour and ${perDay?.limit} a day`;

export const passwordHistory = 5;
export const apiKeyLimit = 10;
export const passkeyLimit = 20;
/** How many organizations a person may belong to. */
export const organizationLimit = 50;
/** Per organization, verified or not. */
export const domainLimit = 20;
/** Identity providers per organization. */
export const connectionLimit = 5;
/** Tokens of an organization's directory: one in use, and one to replace it with. */
export const scimTokenLimit = 2;
/** How many refusals of an organization's directory are kept, and for how long. */
export const scimErrorLimit = 50;
export const scimErrorDays = 7;
export const backupCodeCount = 10;
/** Templates of the service, own roles of an organization, and roles that one person, group or invitation is given; and permissions in the catalog. */
export const teamRoleLimits = { roles: 50, permissions: 500 } as const;
/** What a token tells of the permissions in an organization, at most: names, and bytes of them as JSON. */
export const tokenLimits = { permissions: 100, permissionsBytes: 4096 } as const;
/** Endpoints per organization and for the service; how long an old secret keeps signing; how many may sign at once. */
export const webhookLimits = { organization: 10, system: 20, overlapHours: 168, secrets: 5 } as const;
/** Event destinations per organization and for the service; headers of one; and what a batch holds at most. */
export const destinationLimits = { each: 5, headers: 10, events: 500, bytes: 1_048_576 } as const;
/** What statistics cover: the last 24 hours, or so many days in UTC, today last. */
export const statisticDays = ['1', '7', '30', '90'] as const;
