import { auditEndpoints } from './audit-logs.ts';
import { authEndpoints } from './auth.ts';
import { emailEndpoints } from './emails.ts';
import { healthEndpoints } from './health.ts';
import { impersonationEndpoints } from './impersonation.ts';
import { keyEndpoints } from './keys.ts';
import { oauthEndpoints } from './oauth.ts';
import { organizationEndpoints } from './organizations.ts';
import { roleEndpoints } from './roles.ts';
import { twoFactorEndpoints } from './two-factor.ts';
import { userEndpoints } from './users.ts';

export * from './audit-logs.ts';
export * from './auth.ts';
export * from './cookies.ts';
export * from './csv.ts';
export * from './emails.ts';
export * from './endpoint.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './fields.ts';
export * from './health.ts';
export * from './impersonation.ts';
export * from './keys.ts';
export * from './limits.ts';
export * from './oauth.ts';
export * from './openapi.ts';
export * from './organizations.ts';
export * from './pages.ts';
export * from './pagination.ts';
export * from './password-rules.ts';
export * from './passwords.ts';
export * from './permissions.ts';
export * from './roles.ts';
export * from './two-factor.ts';
export * from './users.ts';

/** Every route of the service. What is not here does not exist. */
export const endpoints = {
  ...auditEndpoints,
  ...emailEndpoints,
  ...authEndpoints,
  ...oauthEndpoints,
  ...twoFactorEndpoints,
  ...keyEndpoints,
  ...impersonationEndpoints,
  ...userEndpoints,
  ...roleEndpoints,
  ...organizationEndpoints,
  ...healthEndpoints,
};
