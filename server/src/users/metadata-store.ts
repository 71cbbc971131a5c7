import type { Metadata } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

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
