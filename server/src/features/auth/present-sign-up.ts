import type { Deps } from '../../identity/deps.ts';
import { presentUser } from '../../records/present-user.ts';
import type { SignedUp } from './sign-up.ts';

/** A new account, as its person sees it. */
export function presentSignUp(
  { config }: Pick<Deps, 'config'>,
  { user, organization, grant, backupCodes }: SignedUp,
) {
  const shown = presentUser(grant?.user ?? user, { forAdmin: false, rules: config });
  const message = 'Welcome. Check your mail to verify your address.';
  return { message, user: { ...shown, organization }, ...(backupCodes && { backupCodes }) };
}
