import type { Db } from '../db/sql.ts';

export type Picture = { contentType: string; content: Buffer; etag: string };

export async function savePicture(db: Db, userId: string, picture: Picture, now: Date): Promise<void> {
  const { contentType, content, etag } = picture;
  await db`
    INSERT INTO profile_pictures (user_id, content_type, content, etag, updated_at)
    SELECT u.id, ${contentType}, ${content}, ${etag}, ${now} FROM users u WHERE u.id = ${userId} FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE
       SET content_type = excluded.content_type, content = excluded.content, etag = excluded.etag, updated_at = excluded.updated_at`;
}

export async function findPicture(db: Db, userId: string): Promise<Picture | undefined> {
  const [row] = await db<
    Picture[]
  >`SELECT content_type, content, etag FROM profile_pictures WHERE user_id = ${userId}`;
  return row;
}

export async function removePicture(db: Db, userId: string): Promise<boolean> {
  const rows = await db`DELETE FROM profile_pictures WHERE user_id = ${userId} RETURNING user_id`;
  return rows.length === 1;
}
