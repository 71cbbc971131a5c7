import { keepRecent } from '../../platform/recent.ts';
import { rolesHeldIn } from '../accounts/team-role-store.ts';

/** What a person's roles in an organization are, by key, and what they permit. Both are sorted. */
export type TeamRoles = { roles: readonly string[]; permissions: readonly string[] };

export const noTeamRoles: TeamRoles = { roles: Object.freeze([]), permissions: Object.freeze([]) };

/**
 * SQL for the roles of `users u` that count there: their keys, a bar, and what they permit, each once and sorted. An
 * organization may have a hundred roles that all list the same: what a node reads and keeps doesn't grow with that.
 */
export const teamRolesIn = (organizationId: string) => `(
  SELECT coalesce(string_agg(r.key, ' ' ORDER BY r.key COLLATE "C"), '') || '|' || array_to_string(ARRAY(
           SELECT DISTINCT p COLLATE "C"
             FROM unnest(string_to_array(string_agg(array_to_string(r.permissions, ' '), ' '), ' ')) AS p
            WHERE p <> '' ORDER BY 1), ' ')
    FROM organization_roles r
   WHERE (r.organization_id IS NULL OR r.organization_id = ${organizationId}) AND ${organizationId} IS NOT NULL
     AND (r.is_default OR r.id IN (SELECT h.id FROM (${rolesHeldIn(organizationId)}) AS h)))`;

/** SQL for the whole catalog, which a rank above MEMBER holds. */
export const catalogFor = (rank: string) =>
  `CASE WHEN ${rank} <> 'MEMBER' THEN (SELECT array_to_string(names, ' ') FROM organization_permissions) END`;

function wordsIn(text: string): readonly string[] {
  return Object.freeze(text === '' ? [] : text.split(' '));
}

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
  const [roles = '', permissions = ''] = text.split('|');
  return { roles: wordsIn(roles), permissions: wordsIn(permissions) };
});

/** What someone holds: a rank above MEMBER holds the whole catalog. */
export function teamOf(row: { teamRoles: TeamRoles; catalog: readonly string[] | null }): TeamRoles {
  return { roles: row.teamRoles.roles, permissions: row.catalog ?? row.teamRoles.permissions };
}

export const readCatalog = shared(wordsIn);
