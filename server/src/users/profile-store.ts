import type { Db } from '../db/sql.ts';

export type ProfileChange = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  username?: string | null | undefined;
  email?: string | undefined;
};

/** Only what was sent. A changed email is unverified until it is proven, or verified at once where proof is off. */
export async function updateNames(
  db: Db,
  userId: string,
  change: ProfileChange,
  verifiedAt: Date | null,
  now: Date,
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

export type Picture = { contentType: string; content: Buffer; etag: string };

export async function savePicture(db: Db, userId: string, picture: Picture, now: Date): Promise<void> {
  const { contentType, content, etag } = picture;
  await db`
    INSERT INTO profile_pictures (user_id, content_type, content, etag, updated_at)
    SELECT u.id, ${contentType}, ${content}, ${etag}, ${now} FROM users u WHERE u.id = ${userId} FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE SET content_type = ${contentType}, content = ${content}, etag = ${etag}, updated_at = ${now}`;
}

export async function findPicture(db: Db, userId: string): Promise<Picture | undefined> {
  const [row] = await db<
    Picture[]
  >`SELECT content_type, content, etag FROM profile_pictures WHERE user_id = ${userId}`;
  return row;
}

export async function deletePicture(db: Db, userId: string): Promise<boolean> {
  const rows = await db`DELETE FROM profile_pictures WHERE user_id = ${userId} RETURNING user_id`;
  return rows.length === 1;
}
