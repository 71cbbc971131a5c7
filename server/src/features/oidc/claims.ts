import { fullName, type OrganizationClaim, tokenLimits } from '@latchkey/contract';
import type { Config } from '../../platform/config/config.ts';
import { isVerified } from '../../records/present-user.ts';
import type { GrantRow } from './grant-store.ts';

/**
 * The claims about a user in an ID token and in userinfo: only those of granted scopes, and only those with a value.
 */
export function claimsOf(
  person: GrantRow,
  scopes: readonly string[],
  rules: Pick<Config, 'emailVerification'>,
) {
  return {
    ...(scopes.includes('profile') && profileOf(person)),
    ...(scopes.includes('email') && { email: person.email, email_verified: isVerified(rules, person) }),
    ...(scopes.includes('organization') && organizationOf(person)),
    ...(scopes.includes('permissions') && { permissions: person.permissions }),
  };
}

/** The claims in an access token: what the user may do, not who they are. */
export function rightsOf(person: GrantRow, scopes: readonly string[]) {
  const { organizationId, organizationRole } = person;
  return {
    ...(scopes.includes('organization') &&
      organizationId && {
        org_id: organizationId,
        org_role: organizationRole,
        organization: inOrganization(person, organizationId),
      }),
    ...(scopes.includes('permissions') && { permissions: person.permissions }),
  };
}

function profileOf({ firstName, lastName, username, locale, updatedAt }: GrantRow) {
  const name = fullName({ firstName, lastName });
  return {
    ...(name && { name }),
    ...(firstName && { given_name: firstName }),
    ...(lastName && { family_name: lastName }),
    ...(username && { preferred_username: username }),
    ...(locale && { locale }),
    updated_at: Math.floor(updatedAt.getTime() / 1000),
  };
}

function organizationOf(person: GrantRow) {
  const { organizationId, organizationName, organizationSlug, organizationRole } = person;
  if (!organizationId) return {};
  return {
    org_id: organizationId,
    ...(organizationName !== null && { org_name: organizationName }),
    ...(organizationSlug !== null && { org_slug: organizationSlug }),
    org_role: organizationRole,
    organization: inOrganization(person, organizationId),
  };
}

/** Many permissions don't fit in a header: applications ask Latchkey for those. */
function inOrganization(person: GrantRow, id: string): OrganizationClaim {
  const { organizationSlug, organizationRole: role, team } = person;
  const { permissions: most, permissionsBytes } = tokenLimits;
  const [roles, permissions] = [[...team.roles], [...team.permissions]];
  const fits =
    permissions.length <= most && Buffer.byteLength(JSON.stringify(permissions)) <= permissionsBytes;
  return { id, slug: organizationSlug ?? '', role, roles, ...(fits && { permissions }) };
}
