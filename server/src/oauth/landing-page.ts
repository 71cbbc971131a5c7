import { needsTwoFactorSetup } from '../accounts/second-factor.ts';
import type { Deps } from '../deps.ts';
import { type Failure, isFailure } from './provider.ts';
import type { SignedIn } from './sign-in-by-provider.ts';

/** The outcome of a visit to a provider. */
export type Outcome =
  | (Failure & { returnTo?: string })
  | { kind: 'signedIn'; signedIn: SignedIn; returnTo: string }
  | { kind: 'link' | 'complete'; pending: { id: string; token: string }; returnTo: string };

const isElsewhere = (returnTo: string) => !returnTo.startsWith('/');

/** The page on BASE_URL where a sign-in continues or, at its end, the application it was started for. */
export function landingPage(deps: Deps, outcome: Outcome): URL {
  const page = (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams(query).toString();
    return new URL(deps.config.baseUrl + path + (search && `?${search}`));
  };
  const { returnTo = '/' } = outcome;
  // Our own pages don't need it.
  const onward = isElsewhere(returnTo) ? { returnTo } : undefined;
  if (isFailure(outcome)) return page('/login', { error: outcome.failed, ...onward });
  if (outcome.kind !== 'signedIn')
    return page(`/auth/oauth/${outcome.kind}`, {
      token: outcome.pending.token,
      ...(returnTo !== '/' && { returnTo }),
    });
  const { signedIn } = outcome;
  if ('pendingToken' in signedIn) return page('/auth/two-factor', { token: signedIn.pendingToken, returnTo });
  if (needsTwoFactorSetup(deps.config, signedIn)) return page('/profile/security', onward);
  return onward ? new URL(returnTo) : page(returnTo);
}
