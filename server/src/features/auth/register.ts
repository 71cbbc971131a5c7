import type { NewPasskey } from '@latchkey/contract';
import type { OpenContext } from '../../identity/caller/caller.ts';
import type { AskingContext } from '../../identity/deps.ts';
import { asking, type HookRefusal, onceFor } from '../../identity/hooks/heed.ts';
import { type PasswordPolicyRefusal, refusePassword } from '../../identity/policies/password-policy.ts';
import { transact } from '../../platform/db/transact.ts';
import { isRefusal, type Refusal } from '../../platform/refusal.ts';
import { createAccount, type Registered, type Registration } from './create-account.ts';
import { type PasskeyOnce, registerWithPasskey } from './register-with-passkey.ts';
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

/** What takes long. */
type Once = {
  refusal: ReturnType<typeof onceFor<PasswordPolicyRefusal | undefined>>;
  hash: ReturnType<typeof onceFor<string>>;
} & PasskeyOnce;

export function register(
  context: AskingContext,
  { password = '', passkey, challengeToken = '', rememberMe = false, ...input }: Registration & Means,
): Promise<SignedUp | RegisterRefusal | HookRefusal> {
  const once: Once = { refusal: onceFor(), hash: onceFor(), codes: onceFor() };
  return asking<AskingContext, SignedUp | RegisterRefusal>(context, (current) =>
    passkey
      ? registerWithPasskey(current, { ...input, passkey, challengeToken, rememberMe }, once)
      : registerWithPassword(current, { ...input, password }, once),
  );
}

async function registerWithPassword(
  context: OpenContext,
  input: Registration & { password: string },
  once: Once,
): Promise<Registered | RegisterRefusal> {
  const { deps, origin } = context;
  const rules = await entryRulesFor(context, input, 'password');
  if (isRefusal(rules)) return rules;
  const { strength, breachCheck } = rules;
  const { password } = input;
  const refused = await once.refusal(`${strength} ${breachCheck}`, () =>
    refusePassword(deps, password, rules),
  );
  if (refused) return refused;
  const passwordHash = await once.hash('', () => deps.hasher.hash(password));
  return transact(deps, async (tx) => {
    const emailVerifiedAt = deps.config.emailVerification ? null : origin.now;
    const proof = { passwordHash, emailVerifiedAt, isProven: false, method: 'password' };
    const registered = await createAccount(context, tx, input, { ...proof, rules });
    if (!isRefusal(registered) && !registered.user.emailVerifiedAt)
      mailVerification(context, tx, registered.user);
    return registered;
  });
}
