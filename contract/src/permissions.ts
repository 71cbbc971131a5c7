export const permissions = [
  'users:list',
  'users:read',
  'users:write',
  'users:delete',
  'users:impersonate',
  'roles:read',
  'roles:write',
  'audit:read',
  'emails:read',
  'organizations:read',
  'policies:read',
  'policies:write',
  'applications:read',
  'applications:write',
  'webhooks:read',
  'webhooks:write',
  'hooks:read',
  'hooks:write',
  'checks:read',
  'checks:confirm',
] as const;
export type Permission = (typeof permissions)[number];

/** What an organization's own key may do here. Its other scopes belong to the team that gave them. */
export const latchkeyScopes = [
  'latchkey:read',
  'latchkey:audit',
  'latchkey:keys',
  'latchkey:verify',
] as const;
export type LatchkeyScope = (typeof latchkeyScopes)[number];

export const systemRoles = ['USER', 'MODERATOR', 'ADMIN'] as const;
export type SystemRole = (typeof systemRoles)[number];

/** Lowest rank first. */
export const organizationRoles = ['MEMBER', 'ADMIN', 'OWNER'] as const;
export type OrganizationRole = (typeof organizationRoles)[number];

export function hasOrganizationRank(held: OrganizationRole, needed: OrganizationRole): boolean {
  return organizationRoles.indexOf(held) >= organizationRoles.indexOf(needed);
}

/**
 * Whether a member may invite to, grant, change or remove this role: an ADMIN or OWNER may, up to their own role.
 * Leaving needs no permission.
 */
export function managesRole(own: OrganizationRole, role: OrganizationRole): boolean {
  return hasOrganizationRank(own, 'ADMIN') && hasOrganizationRank(own, role);
}

/** The ranks of members on whom a permission of the service may be used without `users:read`. An OWNER reaches all. */
export function ranksBelow(own: OrganizationRole): readonly OrganizationRole[] {
  return own === 'OWNER' ? organizationRoles : organizationRoles.slice(0, organizationRoles.indexOf(own));
}
