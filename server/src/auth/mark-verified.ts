import { settleUndos } from '../accounts/email-undo-store.ts';
import { markEmailVerified, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { Db } from '../db/sql.ts';
import type { RequestOrigin } from '../origin.ts';

/** Records that the address is proven to be the account's. Runs in a transaction that holds the user's row. */
export async function markVerified(tx: Db, user: UserRow, origin: RequestOrigin): Promise<void> {
  await settleUndos(tx, user.id, user.email);
  if (user.emailVerifiedAt) return;
  await markEmailVerified(tx, user.id, origin.now);
  const verified = { ...user, emailVerifiedAt: origin.now, updatedAt: origin.now };
  const metadata = { email: user.email };
  await record(tx, origin, { action: 'SECURITY_EMAIL_VERIFIED', user: verified, metadata });
}
