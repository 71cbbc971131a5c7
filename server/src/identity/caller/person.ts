import type { Config } from '../../platform/config/config.ts';
import { needsTwoFactorSetup } from '../credentials/two-factor.ts';
import type { CallerRow } from './caller-store.ts';

/** What is known about a caller from their row. */
export function personOf<Row extends CallerRow>(row: Row, config: Config) {
  const { organizationId, organizationName, organizationSlug, rolePermissions, furtherPermissions } = row;
  const organization =
    organizationId && organizationName !== null && organizationSlug !== null
      ? { id: organizationId, name: organizationName, slug: organizationSlug }
      : null;
  const own = countsHere(row) ? rolePermissions : [];
  const permissions = furtherPermissions.length === 0 ? own : [...new Set([...own, ...furtherPermissions])];
  const mustSetUpTwoFactor = needsTwoFactorSetup(config, { user: row, permissions });
  const { publicMetadata, pendingEmail: email, pendingEmailUntil: until } = row;
  const pending = email && until ? { email, until } : null;
  return { user: row, permissions, organization, publicMetadata, pending, mustSetUpTwoFactor };
}

/** What the role that every user has permits counts in the default organization, or everywhere if they see everyone. */
function countsHere(row: CallerRow): boolean {
  const { organizationId, defaultOrganizationId, rolePermissions, furtherPermissions } = row;
  const sees = (permitted: string[]) => permitted.includes('users:read');
  return organizationId === defaultOrganizationId || sees(rolePermissions) || sees(furtherPermissions);
}
