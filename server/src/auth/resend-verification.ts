import { findUserByEmail } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { mailVerification } from './mail-verification.ts';

export async function resendVerification(context: OpenContext, { email }: { email: string }): Promise<void> {
  const { deps, origin } = context;
  const user = await findUserByEmail(deps.sql, email, origin.now);
  if (!user?.isActive || user.emailVerifiedAt || !deps.config.emailVerification) return;
  await transact(deps, async (tx) => mailVerification(context, tx, user));
}
