import type { Db } from '../../platform/db/sql.ts';

/** No account is added until the transaction ends: what `isFresh` says holds that long. Take this lock before any other. */
export async function lockAccounts(tx: Db): Promise<void> {
  await tx`LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE`;
}

/** No account exists or ever existed: emptying a table must not hand the rest of the data to the next visitor. */
export async function isFresh(db: Db): Promise<boolean> {
  const [row] = await db<{ fresh: boolean }[]>`
    SELECT NOT EXISTS (SELECT 1 FROM users)
       AND NOT EXISTS (SELECT 1 FROM audit_logs WHERE action = 'AUTH_REGISTER') AS fresh`;
  return row?.fresh ?? false;
}
