// Without schemas: pages that only name these don't load any.
export const oidcScopes = [
  'openid',
  'profile',
  'email',
  'offline_access',
  'organization',
  'permissions',
] as const;
export type OidcScope = (typeof oidcScopes)[number];
