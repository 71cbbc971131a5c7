import type { SystemRole } from '@latchkey/contract';
import type { Db } from '../../platform/db/sql.ts';

export type ExportedUser = {
  id: string;
  email: string;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  role: SystemRole;
  isActive: boolean;
  emailVerified: boolean;
  createdAt: string;
  publicMetadata: Record<string, unknown> | null;
  privateMetadata: Record<string, unknown> | null;
  passwordHash: string | null;
};

/** Each batch is a short read that continues where the last one ended: no snapshot is held meanwhile. */
export async function nextUsers(db: Db, after: string | undefined, limit: number): Promise<ExportedUser[]> {
  const rows = await db<(Omit<ExportedUser, 'createdAt'> & { createdAt: Date })[]>`
    SELECT id, email, username, first_name, last_name, role, is_active, email_verified_at IS NOT NULL AS email_verified,
           created_at, public_metadata, private_metadata, password_hash
      FROM users WHERE ${after ?? null}::uuid IS NULL OR id > ${after ?? null} ORDER BY id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
