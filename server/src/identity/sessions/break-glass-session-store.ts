import type { Db } from '../../platform/db/sql.ts';

/**
 * The session goes on in an organization that requires single sign-on from now on. As one that began that way, it isn't
 * remembered.
 */
export async function keepAsBreakGlass(tx: Db, sessionId: string, organizationId: string): Promise<void> {
  await tx`
    DELETE FROM remember_me r USING sessions s WHERE s.id = ${sessionId} AND r.series = s.remember_series`;
  await tx`
    UPDATE sessions SET break_glass_in = array_append(break_glass_in, ${organizationId}::uuid)
     WHERE id = ${sessionId} AND NOT coalesce(break_glass_in, '{}') @> ARRAY[${organizationId}::uuid]`;
}
