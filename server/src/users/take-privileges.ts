import { findPermissions, lockPrivileges } from '../accounts/permission-store.ts';
import { isLive } from '../accounts/session-store.ts';
import type { Context } from '../caller/caller.ts';
import type { Db } from '../db/sql.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Waits for its turn to change privileges. Whoever lost theirs meanwhile is refused. So is a caller whose session has
 * ended, even one who was acting as someone else. Otherwise, someone being demoted or deactivated could undo that with a
 * request waiting behind it.
 */
export async function takePrivileges(
  { caller }: Pick<Context, 'caller'>,
  tx: Db,
): Promise<Refusal<'PERMISSION_DENIED'> | undefined> {
  await lockPrivileges(tx);
  const [live, held] = await Promise.all([
    isLive(tx, caller),
    findPermissions(tx, caller.user.id, { ifActive: true }),
  ]);
  const holds = live && caller.permissions.every((each) => held.includes(each));
  return holds ? undefined : refuse('PERMISSION_DENIED');
}
