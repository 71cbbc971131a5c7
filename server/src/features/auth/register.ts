import type { NewPasskey } from '@latchkey/contract';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { createAccount, type Registered, type Registration } from './create-account.ts';
import { registerWithPasskey } from './register-with-passkey.ts';
import { type EntryRefusal, entryRulesFor, type SignedUp } from './sign-up.ts';
import { mailVerification } from './verify-email.ts';

type RegisterRefusal =
  | EntryRefusal
  | PasswordPolicyRefusal
  | Refusal<'PASSKEYS_NOT_AVAILABLE' | 'NEW_PASSKEY_INVALID' | 'PASSKEY_EXISTS'>;

type Means = {
  password?: string | undefined;
  passkey?: NewPasskey | undefined;
  challengeToken?: string | undefined;
  rememberMe?: boolean | undefined;
};

export function register(
  context: OpenContext,
  { password = '', passkey, challengeToken = '', rememberMe = false, ...input }: Registration & Means,
): Promise<SignedUp | RegisterRefusal> {
  if (!passkey) return registerWithPassword(context, { ...input, password });
  return registerWithPasskey(context, { ...input, passkey, challengeToken, rememberMe });
}

async function registerWithPassword(
  context: OpenContext,
  input: Registration & { password: string },
): Promise<Registered | RegisterRefusal> {
  const { deps, origin } = context;
  const rules = await entryRulesFor(context, input, 'password');
  if (isRefusal(rules)) return rules;
  const refused = await refusePassword(deps, input.password, rules);
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
