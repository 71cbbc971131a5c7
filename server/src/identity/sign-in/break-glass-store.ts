import type { Db } from '../../platform/db/sql.ts';
import { type UserRow, userColumns } from '../accounts/user-store.ts';

/** An organization, with its active OWNERs apart from one person. */
export type OtherOwners = { name: string; owners: UserRow[] };

export async function findOtherOwners(
  tx: Db,
  { organizationId, userId }: { organizationId: string; userId: string },
  now: Date,
): Promise<OtherOwners> {
  const [organization] = await tx<
    { name: string }[]
  >`SELECT name FROM organizations WHERE id = ${organizationId}`;
  const owners = await tx<UserRow[]>`
    SELECT ${userColumns(tx, now)}
      FROM organization_members m JOIN users u ON u.id = m.user_id
     WHERE m.organization_id = ${organizationId} AND m.role = 'OWNER' AND u.is_active AND u.id <> ${userId}
     ORDER BY u.id`;
  return { name: organization?.name ?? '', owners };
}
