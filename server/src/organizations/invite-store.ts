import type { OrganizationRole } from '@latchkey/contract';
import type { Db } from '../db/sql.ts';

export type InviteRow = {
  id: string;
  email: string;
  role: OrganizationRole;
  expiresAt: Date;
  organizationId: string;
};

/** Locked until the transaction ends, so that one token makes one member. */
export async function lockInvite(db: Db, tokenHash: Buffer): Promise<InviteRow | undefined> {
  const [invite] = await db<InviteRow[]>`
    SELECT id, email, role, expires_at, organization_id FROM organization_invites
     WHERE token_hash = ${tokenHash} FOR UPDATE`;
  return invite;
}

export async function deleteInvite(db: Db, id: string): Promise<void> {
  await db`DELETE FROM organization_invites WHERE id = ${id}`;
}
