import type { Db } from '../../platform/db/sql.ts';
import { record } from '../../records/audit/record.ts';
import type { RequestOrigin } from '../../records/origin.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { endOtherWaysIn } from '../credentials/ways-in.ts';

/**
 * The person who set up the account may not be its owner, so they keep no way in. Call this once their sessions have
 * ended, and `leaveOrganizations` before.
 */
export async function reclaim(
  tx: Db,
  user: UserRow,
  origin: RequestOrigin,
  more: Record<string, unknown> = {},
): Promise<UserRow> {
  const ended = await endOtherWaysIn(tx, user, null, origin.now);
  const reclaimed = { ...user, twoFactorEnabled: false };
  const metadata = { ...ended, ...more };
  await record(tx, origin, { action: 'SECURITY_ACCOUNT_RECLAIMED', user: reclaimed, metadata });
  return reclaimed;
}
