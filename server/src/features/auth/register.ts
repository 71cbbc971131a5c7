import { laneOf, overloaded } from '../../identity/attempts/guess-secret.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { refuseSignIn } from '../../identity/policies/system-methods.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import {
  type AccountRefusal,
  createAccount,
  type Registered,
  type Registration,
  refuseOrganization,
  refuseTaken,
} from './create-account.ts';
import { mailVerification } from './verify-email.ts';

type RegisterRefusal =
  | AccountRefusal
  | PasswordPolicyRefusal
  | Refusal<'OVERLOADED' | 'SIGN_IN_METHOD_NOT_ALLOWED' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>;

export async function register(
  context: OpenContext,
  input: Registration & { password: string },
): Promise<Registered | RegisterRefusal> {
  const { deps, origin } = context;
  const refused = (await refuseSignIn(deps, 'password')) ?? (await refuseOrganization(deps, input));
  if (refused) return refused;
  // Saves a hash if the answer is already known; the insert below decides.
  const taken = await refuseTaken(deps.sql, input, origin.now);
  if (taken) return taken;
  const inviteHash = input.inviteToken ? sha256(input.inviteToken) : undefined;
  const weak = await refusePassword(deps, input.password, inviteHash ? { inviteHash } : {});
  if (weak) return weak;
  const lane = laneOf('register', input.email, origin);
  const passwordHash = await deps.hasher.hash(input.password, lane);
  if (!passwordHash) return overloaded(deps, lane);
  return transact(deps, async (tx) => {
    const emailVerifiedAt = deps.config.emailVerification ? null : origin.now;
    const proof = { passwordHash, emailVerifiedAt, isProven: false };
    const registered = await createAccount(tx, input, proof, origin);
    if (!isRefusal(registered) && !registered.user.emailVerifiedAt)
      mailVerification(context, tx, registered.user);
    return registered;
  });
}
