import type { OrganizationRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';
import { roleCounts } from '../accounts/permission-store.ts';

/** A connection that an organization of a person requires, and what they have to do with it. */
export type RequiredConnection = {
  connectionId: string;
  organizationId: string;
  organizationRole: OrganizationRole;
  /** They were bound before: by an address that may have changed since. */
  isKept: boolean;
  /** Those that are proven. */
  domains: string[];
  /** The address that the identity provider last gave, and when. Null: they never came that way. */
  cameWith: string | null;
  cameAt: string | null;
};

/** What decides whether single sign-on is required of a person. */
export type RequiredSso = {
  email: string;
  /** What their roles permit. */
  permissions: string[];
  /** The ids of all organizations that they belong to. */
  organizations: string[];
  /** Those of the default organization come first. */
  connections: RequiredConnection[];
};

/**
 * Of a row of `users u`, as JSON (`RequiredSso`). Null if none of their organizations requires a connection: the index
 * that tells is empty where no organization does.
 */
export const requiredOfPerson = `(
  SELECT json_build_object(
           'email', u.email,
           'permissions', ARRAY(
             SELECT unnest(r.effective_permissions) FROM roles r WHERE r.name = 'ROLE_' || u.role
             UNION
             SELECT unnest(r.effective_permissions) FROM user_roles ur JOIN roles r ON r.id = ur.role_id
              WHERE ur.user_id = u.id AND ${roleCounts}),
           'organizations', (
             SELECT json_agg(z.organization_id) FROM organization_members z WHERE z.user_id = u.id),
           'connections', json_agg(
             json_build_object(
               'connectionId', x.id, 'organizationId', x.organization_id, 'organizationRole', y.role,
               'isKept', x.id = ANY (y.bound_by),
               'domains', ARRAY(SELECT d.name FROM organization_domains d
                                 WHERE d.connection_id = x.id AND d.verified_at IS NOT NULL),
               'cameWith', l.email, 'cameAt', l.last_sign_in_at)
             ORDER BY x.organization_id = u.organization_id DESC, x.created_at, x.id))
    FROM organization_members y
    JOIN sso_connections x ON x.organization_id = y.organization_id AND x.required
    LEFT JOIN sso_links l ON l.connection_id = x.id AND l.user_id = u.id
   WHERE y.user_id = u.id
  HAVING count(*) > 0)`;

/** The connection that is required of members with an address in a domain. `isInviting`: its organization invited. */
export async function findRequiredConnection(
  db: Db,
  domain: string,
  inviteHash: Buffer | null,
): Promise<{ id: string; isInviting: boolean } | undefined> {
  const [row] = await db<{ id: string; isInviting: boolean }[]>`
    SELECT c.id, EXISTS (SELECT 1 FROM organization_invites i
                          WHERE ${inviteHash} IN (i.token_hash, i.link_hash) AND i.organization_id = c.organization_id) AS is_inviting
      FROM organization_domains d JOIN sso_connections c ON c.id = d.connection_id AND c.required
     WHERE d.name = ${domain} AND d.verified_at IS NOT NULL`;
  return row;
}
