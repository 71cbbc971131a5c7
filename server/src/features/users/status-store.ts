import type { SystemRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

export type StatusChange = { role?: SystemRole | undefined; isActive?: boolean | undefined };

/** Only what was sent. */
export async function setStatus(
  db: Db,
  userId: string,
  { role, isActive }: StatusChange,
  now: Date,
): Promise<void> {
  const columns = {
    ...(role !== undefined && { role }),
    ...(isActive !== undefined && { isActive }),
    updatedAt: now,
  };
  await db`UPDATE users SET ${db(columns)} WHERE id = ${userId}`;
}

/** An account that a directory deactivated stays inactive, whatever the directory says next. */
export async function forgetDeactivation(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM scim_deactivations WHERE user_id = ${userId}`;
}

/** Whether an ADMIN would be left without this user. Holds until the end of a transaction that locked privileges. */
export async function hasOtherActiveAdmin(db: Db, userId: string): Promise<boolean> {
  const rows = await db`SELECT 1 FROM users WHERE role = 'ADMIN' AND is_active AND id <> ${userId} LIMIT 1`;
  return rows.length > 0;
}

/** Everything that depends on the user goes with them; audit entries and sent mail do not depend on them. */
export async function removeUser(db: Db, userId: string): Promise<void> {
  await db`DELETE FROM users WHERE id = ${userId}`;
}
