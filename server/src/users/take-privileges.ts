import { findPermissions, lockPrivileges } from '../accounts/permission-store.ts';
import type { Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Waits for its turn to change privileges. Whoever lost theirs meanwhile is refused: otherwise someone who is being
 * demoted or deactivated could undo that with a request that waits behind it.
 */
export async function takePrivileges(
  { caller }: Pick<Context, 'caller'>,
  tx: Db,
): Promise<Refusal<'PERMISSION_DENIED'> | undefined> {
  await lockPrivileges(tx);
  const held = await findPermissions(tx, caller.user.id, { ifActive: true });
  return caller.permissions.every((each) => held.includes(each)) ? undefined : refuse('PERMISSION_DENIED');
}
