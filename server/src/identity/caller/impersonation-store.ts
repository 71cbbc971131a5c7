import type { Db } from '../../platform/db/sql.ts';
import type { Impersonation } from './caller.ts';

/** False if the session is gone or already impersonates someone. */
export async function startImpersonation(
  tx: Db,
  start: { sessionId: string; userId: string; target: { id: string; email: string }; now: Date },
): Promise<boolean> {
  const { sessionId, userId, target, now } = start;
  const rows = await tx`
    UPDATE sessions
       SET impersonated_user_id = ${target.id}, impersonated_email = ${target.email}, impersonation_started_at = ${now}
     WHERE id = ${sessionId} AND user_id = ${userId} AND impersonated_user_id IS NULL RETURNING id`;
  return rows.length === 1;
}

/** Ends once, however many requests notice: true for exactly one of them. */
export async function clearImpersonation(
  tx: Db,
  sessionId: string,
  { targetUserId, startedAt }: Impersonation,
): Promise<boolean> {
  const rows = await tx`
    UPDATE sessions
       SET impersonated_user_id = NULL, impersonated_email = NULL, impersonation_started_at = NULL
     WHERE id = ${sessionId} AND impersonated_user_id = ${targetUserId} AND impersonation_started_at = ${startedAt}
    RETURNING id`;
  return rows.length === 1;
}
