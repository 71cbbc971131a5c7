import { findUserByEmail } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { mailReset } from './mail-reset.ts';

export async function forgotPassword(context: OpenContext, { email }: { email: string }): Promise<void> {
  const { deps, origin } = context;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive) return;
  await transact(deps, async (tx) => {
    mailReset(context, tx, user);
    tx.send(record(tx, origin, { action: 'SECURITY_PASSWORD_RESET_REQUESTED', user }));
  });
}
