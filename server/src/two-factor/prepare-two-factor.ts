import type { FactorsBody } from '@latchkey/contract';
import type { z } from 'zod';
import { describeFactors } from '../accounts/describe-factors.ts';
import { findPendingLogin } from '../accounts/pending-login-store.ts';
import { findUser } from '../accounts/user-store.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import { type Refusal, refuse } from '../refusal.ts';

export async function prepareTwoFactor(
  context: OpenContext,
  { pendingToken }: { pendingToken: string },
): Promise<z.infer<typeof FactorsBody> | Refusal<'PENDING_TOKEN_INVALID'>> {
  const { deps, origin } = context;
  const pending = await findPendingLogin(deps.sql, sha256(pendingToken), origin.now);
  const user = pending && (await findUser(deps.sql, pending.userId, origin.now));
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  return describeFactors(context, deps.sql, user, pendingToken);
}
