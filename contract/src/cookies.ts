/** The cookies the service sets. */
export const cookieNames = {
  session: 'latchkey_session',
  csrf: 'csrf_token',
  refresh: 'refresh_token',
  rememberMe: 'remember_me',
  oauthState: 'oauth_state',
  oauthPending: 'oauth_pending',
  emailCode: 'email_code',
  ssoState: 'sso_state',
  locale: 'latchkey_locale',
} as const;
export type CookieName = keyof typeof cookieNames;

/** Carries the CSRF token of an unsafe request that is authenticated by cookie. */
export const csrfHeader = 'X-CSRF-Token';
