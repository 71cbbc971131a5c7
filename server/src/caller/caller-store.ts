import type { ApiKeyPermission } from '@latchkey/contract';
import { heldPermissions } from '../accounts/permission-store.ts';
import { type UserRow, userColumns } from '../accounts/user-store.ts';
import type { Db } from '../db/sql.ts';

export type CallerRow = UserRow & {
  organizationName: string | null;
  organizationSlug: string | null;
  permissions: string[];
};

/** Columns of `users u` and `organizations o`. */
function callerColumns(db: Db, now: Date) {
  return db`
    ${userColumns(db, now)}, o.name AS organization_name, o.slug AS organization_slug, ${heldPermissions(db)}`;
}

export type SessionCallerRow = CallerRow & {
  ownsSession: boolean;
  impersonatedUserId: string | null;
  impersonatedEmail: string | null;
  impersonationStartedAt: Date | null;
};

/**
 * The hot path: one prepared statement, one round trip, no cache, so that whatever was changed or revoked counts on the
 * next request. The owner of a live session, and beside them the user they impersonate, whatever became of that one.
 */
export function findSessionCallers(db: Db, sessionId: string, now: Date): Promise<SessionCallerRow[]> {
  return db<SessionCallerRow[]>`
    SELECT ${callerColumns(db, now)}, u.id = s.user_id AS owns_session,
           s.impersonated_user_id, s.impersonated_email, s.impersonation_started_at
      FROM sessions s
      JOIN users u ON u.id = ANY (ARRAY[s.user_id, s.impersonated_user_id])
      LEFT JOIN organizations o ON o.id = u.organization_id
     WHERE s.id = ${sessionId} AND s.expires_at > ${now} AND (u.is_active OR u.id <> s.user_id)`;
}

export type KeyCallerRow = CallerRow & { keyId: string; keyPrefix: string; keyPermission: ApiKeyPermission };

/** The same for an API key: not revoked, not expired, of an active owner. */
export async function findKeyCaller(db: Db, keyHash: Buffer, now: Date): Promise<KeyCallerRow | undefined> {
  const [row] = await db<KeyCallerRow[]>`
    SELECT ${callerColumns(db, now)}, k.id AS key_id, k.key_prefix, k.permission AS key_permission
      FROM api_keys k
      JOIN users u ON u.id = k.user_id
      LEFT JOIN organizations o ON o.id = u.organization_id
     WHERE k.key_hash = ${keyHash} AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ${now})
       AND u.is_active`;
  return row;
}
