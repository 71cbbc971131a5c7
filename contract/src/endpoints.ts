// biome-ignore-all assist/source/organizeImports: OpenAPI and the SDK list the endpoints in this order.

/** Every route of the service. These files export nothing but endpoints and types. */
export * from './audit-logs.ts';
export * from './emails.ts';
export * from './settings.ts';
export * from './checks.ts';
export * from './auth.ts';
export * from './social-login.ts';
export * from './oidc.ts';
export * from './applications.ts';
export * from './mcp.ts';
export * from './two-factor.ts';
export * from './reauthentication.ts';
export * from './passkeys.ts';
export * from './email-codes.ts';
export * from './challenges.ts';
export * from './setup.ts';
export * from './keys.ts';
export * from './languages.ts';
export * from './impersonation.ts';
export * from './users.ts';
export * from './user-access.ts';
export * from './personal-data.ts';
export * from './roles.ts';
export * from './organizations.ts';
export * from './branding.ts';
export * from './team-roles.ts';
export * from './policies.ts';
export * from './webhooks.ts';
export * from './destinations.ts';
export * from './hooks.ts';
export * from './organization-keys.ts';
export * from './domains.ts';
export * from './scim.ts';
export * from './directories.ts';
export * from './sso.ts';
export * from './health.ts';
