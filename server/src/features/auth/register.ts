import type { NewPasskey } from '@latchkey/contract';
import type { OpenContext } from '../../identity/caller/caller.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal } from '../../identity/hooks/heed.ts';
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
  context: AskingContext,
  { password = '', passkey, challengeToken = '', rememberMe = false, ...input }: Registration & Means,
): Promise<SignedUp | RegisterRefusal | HookRefusal> {
  let hash: Promise<string> | undefined;
  // Once, even if all is judged anew after a hook has answered.
  const hashed = () => (hash ??= context.deps.hasher.hash(password));
  return asking<AskingContext, SignedUp | RegisterRefusal>(context, (current) =>
    passkey
      ? registerWithPasskey(current, { ...input, passkey, challengeToken, rememberMe })
      : registerWithPassword(current, { ...input, password }, hashed),
  );
}

async function registerWithPassword(
  context: OpenContext,
  input: Registration & { password: string },
  hashed: () => Promise<string>,
): Promise<Registered | RegisterRefusal> {
  const { deps, origin } = context;
  const rules = await entryRulesFor(context, input, 'password');
  if (isRefusal(rules)) return rules;
  const refused = await refusePassword(deps, input.password, rules);
  if (refused) return refused;
  const passwordHash = await hashed();
  return transact(deps, async (tx) => {
    const emailVerifiedAt = deps.config.emailVerification ? null : origin.now;
    const proof = { passwordHash, emailVerifiedAt, isProven: false, method: 'password' };
    const registered = await createAccount(context, tx, input, { ...proof, rules });
    if (!isRefusal(registered) && !registered.user.emailVerifiedAt)
      mailVerification(context, tx, registered.user);
    return registered;
  });
}
