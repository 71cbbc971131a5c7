import { laneOf, overloaded } from '../../identity/attempts/guess-secret.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import {
  type AccountRefusal,
  createAccount,
  type Registered,
  type Registration,
  refuseTaken,
} from './create-account.ts';
import { mailVerification } from './verify-email.ts';

export async function register(
  context: OpenContext,
  input: Registration & { password: string },
): Promise<Registered | AccountRefusal | Refusal<'OVERLOADED'>> {
  const { deps, origin } = context;
  // Saves a hash if the answer is already known; the insert below decides.
  const taken = await refuseTaken(deps.sql, input, origin.now);
  if (taken) return taken;
  const lane = laneOf('register', input.email, origin);
  const passwordHash = await deps.hasher.hash(input.password, lane);
  if (!passwordHash) return overloaded(deps, lane);
  return transact(deps, async (tx) => {
    const emailVerifiedAt = deps.config.emailVerification ? null : origin.now;
    const registered = await createAccount(
      tx,
      input,
      { passwordHash, emailVerifiedAt, isProven: false },
      origin,
    );
    if (!isRefusal(registered) && deps.config.emailVerification)
      mailVerification(context, tx, registered.user);
    return registered;
  });
}
