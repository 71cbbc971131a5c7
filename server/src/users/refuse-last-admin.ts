import type { UserRow } from '../accounts/user-store.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { takesAdminAway } from './policy.ts';
import { hasOtherActiveAdmin, type StatusChange } from './status-store.ts';

/** Somebody stays in charge. Exact in a transaction that locked privileges before it read the user. */
export async function refuseLastAdmin(
  tx: Db,
  user: UserRow,
  change: StatusChange | 'deleted',
): Promise<Refusal<'LAST_ADMIN'> | undefined> {
  if (!takesAdminAway(user, change) || (await hasOtherActiveAdmin(tx, user.id))) return undefined;
  return refuse('LAST_ADMIN');
}
