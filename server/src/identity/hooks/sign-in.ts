import type { AskedHook } from '../../records/hooks/hook-store.ts';
import { presentUser } from '../../records/present-user.ts';
import type { UserRow } from '../accounts/user-store.ts';
import type { OpenContext } from '../deps.ts';
import { heed } from './heed.ts';

type FirstFactor = {
  method: string;
  hasSecondFactor: boolean;
  /** The organization's identity provider that vouched. */
  connectionId?: string | undefined;
};

/** A first factor was right: the hook may refuse the sign-in, or ask for a second factor. */
export function heedSignIn(
  context: OpenContext,
  hook: AskedHook | null,
  user: UserRow,
  { method, hasSecondFactor, connectionId }: FirstFactor,
): { requireTwoFactor: boolean } {
  const { ipAddress, userAgent } = context.origin;
  const answer = heed(context, hook, {
    point: 'sign_in.before',
    about: user.id,
    method,
    user,
    data: {
      method,
      user: presentUser(user, { forAdmin: false, rules: context.deps.config }),
      hasSecondFactor,
      connectionId: connectionId ?? null,
      ipAddress,
      userAgent,
    },
  });
  return { requireTwoFactor: answer?.requireTwoFactor ?? false };
}
