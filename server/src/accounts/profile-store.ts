import type { Db } from '../db/sql.ts';

export type ProfileChange = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | undefined;
};

/** Changes only what was sent. A changed email is unverified until proven, or verified at once if proof is off. */
export async function updateNames(
  db: Db,
  userId: string,
  change: ProfileChange,
  { verifiedAt, now }: { verifiedAt: Date | null; now: Date },
): Promise<void> {
  const { email } = change;
  const columns = {
    ...(change.firstName !== undefined && { firstName: change.firstName || null }),
    ...(change.lastName !== undefined && { lastName: change.lastName || null }),
    ...(change.username !== undefined && { username: change.username }),
    ...(email !== undefined && { email, emailVerifiedAt: verifiedAt }),
    updatedAt: now,
  };
  await db`UPDATE users SET ${db(columns)} WHERE id = ${userId}`;
}
