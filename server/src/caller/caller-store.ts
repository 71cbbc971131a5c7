import type { ApiKeyPermission } from '@latchkey/contract';
import type { UserRow } from '../accounts/user-store.ts';
import type { Lookup } from '../db/lookups.ts';

export type CallerRow = UserRow & {
  organizationName: string | null;
  organizationSlug: string | null;
  /** As JSON: only who asks for it reads it. Null: there is none. */
  publicMetadata: string | null;
  /** Of the role that every user has. */
  rolePermissions: string[];
  /** Of further roles; some may be there already. */
  furtherPermissions: string[];
};

export type SessionCallerRow = CallerRow & {
  sessionId: string;
  sessionExpiresAt: Date;
  impersonatedUserId: string | null;
  impersonatedEmail: string | null;
  impersonationStartedAt: Date | null;
};

/** The owner of a session, if they are active. Whether it is over is for the request's own clock to say. */
export const sessionCallers: Lookup<SessionCallerRow> = {
  ...callersBy(
    'uuid',
    `SELECT s.id AS session_id, s.expires_at AS session_expires_at, s.user_id,
            s.impersonated_user_id, s.impersonated_email, s.impersonation_started_at
       FROM sessions s WHERE s.id = asked.key`,
  ),
  keyOf: (row) => row.sessionId,
};

export type KeyCallerRow = CallerRow & {
  keyHash: string;
  keyId: string;
  keyPrefix: string;
  keyPermission: ApiKeyPermission;
  keyExpiresAt: Date | null;
};

/** The same by the hash of an API key that is not revoked, in hexadecimal. */
export const keyCallers: Lookup<KeyCallerRow> = {
  ...callersBy(
    'text',
    `SELECT encode(k.key_hash, 'hex') AS key_hash, k.id AS key_id, k.key_prefix, k.permission AS key_permission,
            k.expires_at AS key_expires_at, k.user_id
       FROM api_keys k WHERE k.key_hash = decode(asked.key, 'hex') AND k.revoked_at IS NULL`,
  ),
  keyOf: (row) => row.keyHash,
};

/** A user that somebody else's session speaks for, whatever became of them. */
export const impersonatedCallers: Lookup<CallerRow> = {
  ...callersBy('uuid', 'SELECT asked.key AS user_id', 'true'),
  keyOf: (row) => row.id,
};

/**
 * The hot path: one prepared statement for many requests, no cache, so that whatever was changed or revoked counts on the
 * next request. Each OFFSET 0 keeps the planner from anything but a walk from index to index, whatever it makes of the
 * sizes of tables and arrays; hidden behind a SELECT, the length of the array does not make it plan anew each time.
 */
function callersBy(type: 'uuid' | 'text', credential: string, counts = 'is_active') {
  const select = (keys: string) => `
    SELECT c.*, u.id, u.email, u.username, u.first_name, u.last_name, u.role, u.is_active, u.email_verified_at,
           u.last_login_at, u.created_at, u.updated_at, u.organization_id, u.organization_role, u.two_factor_enabled,
           u.passkey_count, u.public_metadata::text AS public_metadata,
           o.name AS organization_name, o.slug AS organization_slug,
           (SELECT r.effective_permissions FROM roles r WHERE r.name = 'ROLE_' || u.role) AS role_permissions,
           ARRAY(SELECT unnest(r.effective_permissions) FROM user_roles ur JOIN roles r ON r.id = ur.role_id
                  WHERE ur.user_id = u.id) AS further_permissions
      FROM (SELECT ${keys} AS key OFFSET 0) AS asked
     CROSS JOIN LATERAL (${credential} OFFSET 0) AS c
     CROSS JOIN LATERAL (SELECT * FROM users WHERE id = c.user_id AND ${counts} OFFSET 0) AS u
      LEFT JOIN LATERAL (SELECT name, slug FROM organizations WHERE id = u.organization_id OFFSET 0) AS o ON true`;
  return { one: select(`$1::${type}`), many: select(`unnest((SELECT $1::${type}[]))`) };
}
