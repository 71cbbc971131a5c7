import type { OpenContext } from '../../identity/caller/caller.ts';
import { findEntryRules } from '../../identity/policies/joining-store.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { refuseUnlisted } from '../../identity/policies/system-methods.ts';
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
  | Refusal<'SIGN_IN_METHOD_NOT_ALLOWED' | 'PERMISSION_DENIED' | 'VALIDATION_FAILED'>;

export async function register(
  context: OpenContext,
  input: Registration & { password: string },
): Promise<Registered | RegisterRefusal> {
  const { deps, origin } = context;
  const [rules, taken] = await Promise.all([
    findEntryRules(deps.sql, input.inviteToken ? sha256(input.inviteToken) : null),
    // Saves a hash if the answer is already known; the insert below decides.
    refuseTaken(deps.sql, input, origin.now),
  ]);
  const refused =
    (await refuseUnlisted(deps, 'password', rules.signInMethods)) ??
    (await refuseOrganization(deps, input)) ??
    taken ??
    (await refusePassword(deps, input.password, rules));
  if (refused) return refused;
  const passwordHash = await deps.hasher.hash(input.password);
  return transact(deps, async (tx) => {
    const emailVerifiedAt = deps.config.emailVerification ? null : origin.now;
    const proof = { passwordHash, emailVerifiedAt, isProven: false };
    const registered = await createAccount(tx, input, { ...proof, rules }, origin);
    if (!isRefusal(registered) && !registered.user.emailVerifiedAt)
      mailVerification(context, tx, registered.user);
    return registered;
  });
}
