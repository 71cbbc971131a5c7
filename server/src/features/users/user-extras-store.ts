import type { Metadata } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

export async function findMetadata(db: Db, userId: string): Promise<Metadata> {
  const [row] = await db<Partial<Metadata>[]>`
    SELECT public_metadata, private_metadata FROM users WHERE id = ${userId}`;
  return { publicMetadata: row?.publicMetadata ?? {}, privateMetadata: row?.privateMetadata ?? {} };
}

/** Both as a whole: the caller merged them and holds the row. */
export async function saveMetadata(
  db: Db,
  userId: string,
  { publicMetadata, privateMetadata }: Metadata,
  now: Date,
): Promise<void> {
  await db`
    UPDATE users SET public_metadata = ${textOf(publicMetadata)}::text::json,
                     private_metadata = ${textOf(privateMetadata)}::text::json, updated_at = ${now}
     WHERE id = ${userId}`;
}

function textOf(value: Record<string, unknown>): string | null {
  return Object.keys(value).length > 0 ? JSON.stringify(value) : null;
}

export type Picture = { contentType: string; content: Buffer; etag: string };

export async function savePicture(db: Db, userId: string, picture: Picture, now: Date): Promise<void> {
  const { contentType, content, etag } = picture;
  await db`
    INSERT INTO profile_pictures (user_id, content_type, content, etag, updated_at)
    SELECT u.id, ${contentType}, ${content}, ${etag}, ${now} FROM users u WHERE u.id = ${userId} FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE
       SET content_type = excluded.content_type, content = excluded.content, etag = excluded.etag, updated_at = excluded.updated_at`;
}

export async function findPictureTag(db: Db, userId: string): Promise<string | undefined> {
  const [row] = await db<{ etag: string }[]>`SELECT etag FROM profile_pictures WHERE user_id = ${userId}`;
  return row?.etag;
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
