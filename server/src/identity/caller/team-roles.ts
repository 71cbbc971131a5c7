import { list } from '../../platform/db/lookup-columns.ts';
import { keepRecent } from '../../platform/recent.ts';
import { rolesHeldIn } from '../accounts/team-role-store.ts';

/** What a person's roles in an organization are, by key, and what they permit. Both are sorted. */
export type TeamRoles = { roles: readonly string[]; permissions: readonly string[] };

export const noTeamRoles: TeamRoles = { roles: Object.freeze([]), permissions: Object.freeze([]) };

/** SQL for the roles of `users u` that count there, each with what it permits: words in one text, the key first. */
export const teamRolesIn = (organizationId: string) => `ARRAY(
  SELECT array_to_string(r.key::text || r.permissions, ' ') FROM organization_roles r
   WHERE (r.organization_id IS NULL OR r.organization_id = ${organizationId}) AND ${organizationId} IS NOT NULL
     AND (r.is_default OR r.id IN (SELECT h.id FROM (${rolesHeldIn(organizationId)}) AS h)))`;

/** SQL for the whole catalog, which a rank above MEMBER holds. */
export const catalogFor = (rank: string) =>
  `CASE WHEN ${rank} <> 'MEMBER' THEN (SELECT array_to_string(names, ' ') FROM organization_permissions) END`;

/** People who hold the same share one list: it may be long. It never changes, so that it is also written only once. */
function shared<T>(parse: (text: string) => T): (text: string) => T {
  const known = keepRecent<T>(200);
  return (text) => {
    const found = known.get(text) ?? parse(text);
    known.set(text, found);
    return found;
  };
}

export const readTeamRoles = shared((text): TeamRoles => {
  const each = list(text).map((words) => (words ?? '').split(' '));
  const permitted = new Set(each.flatMap(([, ...permissions]) => permissions));
  const roles = each.map(([key = '']) => key).sort();
  return { roles: Object.freeze(roles), permissions: Object.freeze([...permitted].sort()) };
});

/** What someone holds: a rank above MEMBER holds the whole catalog. */
export function teamOf(row: { teamRoles: TeamRoles; catalog: readonly string[] | null }): TeamRoles {
  return { roles: row.teamRoles.roles, permissions: row.catalog ?? row.teamRoles.permissions };
}

export const readCatalog = shared((text): readonly string[] =>
  Object.freeze(text === '' ? [] : text.split(' ')),
);
