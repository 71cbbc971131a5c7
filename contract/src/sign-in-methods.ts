/** The ways in that aren't providers. `sso`: the organization's own connection. */
export const signInMethods = ['password', 'passkey', 'email_code', 'sso'] as const;

/** What the settings of a service tell: kinds, not providers. */
export const signInWays = ['password', 'passkey', 'email_code', 'social', 'single_sign_on'] as const;
