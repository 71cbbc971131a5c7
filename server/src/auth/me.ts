import { presentUser } from '../accounts/present-user.ts';
import { type Context, impersonationOf } from '../caller/caller.ts';
import { isAdmin } from '../caller/policy.ts';
import { presentImpersonation } from '../caller/present-impersonation.ts';

/** The caller as they are at this moment. Browsers also get the CSRF token of their session. */
export function me({ deps, caller, origin }: Context) {
  const csrfToken = caller.kind === 'session' ? deps.credentials.csrfToken(caller.sessionId) : undefined;
  const impersonation = impersonationOf(caller);
  return {
    user: presentUser(caller.user, { forAdmin: isAdmin(caller) }),
    organization: caller.organization && { ...caller.organization, role: caller.user.organizationRole },
    impersonating: impersonation && presentImpersonation(impersonation, origin.now),
    requiresTwoFactorSetup: caller.mustSetUpTwoFactor,
    permissions: [...caller.permissions],
    ...(csrfToken && { csrfToken }),
    ...(caller.kind === 'apiKey' && { apiKey: { permission: caller.keyPermission } }),
  };
}
