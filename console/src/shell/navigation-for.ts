import { hasOrganizationRank, permissions } from '@latchkey/contract';
import type { Me } from './me.ts';

type Viewer = Pick<Me, 'permissions' | 'requiresTwoFactorSetup'> & {
  organization: Pick<NonNullable<Me['organization']>, 'role'> | null;
};

/** What the navigation shows. The service checks again on every request. */
export function navigationFor(me: Viewer) {
  const may = (permission: string) => !me.requiresTwoFactorSetup && me.permissions.includes(permission);
  const organizationAdmin = me.organization !== null && hasOrganizationRank(me.organization.role, 'ADMIN');
  return {
    members: me.organization !== null,
    invites: organizationAdmin,
    branding: organizationAdmin,
    organizationRoles: organizationAdmin,
    organizationPolicy: me.organization !== null,
    singleSignOn: organizationAdmin,
    directory: organizationAdmin,
    organizationKeys: organizationAdmin,
    organizationWebhooks: organizationAdmin,
    organizationDestinations: organizationAdmin,
    users: may('users:list'),
    organizations: may('organizations:read'),
    policy: may('policies:read'),
    roles: may('roles:read'),
    teamRoles: may('roles:read') && may('users:read'),
    audit: may('audit:read'),
    /** Where the service's log isn't theirs to read. */
    organizationAudit: organizationAdmin && !may('audit:read'),
    emails: may('emails:read'),
    applications: may('applications:read'),
    webhooks: may('webhooks:read'),
    destinations: may('webhooks:read'),
    hooks: may('hooks:read'),
    checks: may('checks:confirm'),
    settings: permissions.every(may),
  };
}
