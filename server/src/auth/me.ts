import { type Context, impersonationOf } from '../caller/caller.ts';
import { isAdmin } from '../caller/policy.ts';
import { presentImpersonation } from '../caller/present-impersonation.ts';
import { shownToSelf } from '../caller/shown-to-self.ts';
import { presentUser } from '../present-user.ts';

/** The caller as they are right now. Browsers also get their session's CSRF token. */
export async function me(context: Context) {
  const { deps, caller, origin } = context;
  const csrfToken = caller.kind === 'session' ? deps.credentials.csrfToken(caller.sessionId) : undefined;
  const impersonation = impersonationOf(caller);
  return {
    user: presentUser(await shownToSelf(context), { forAdmin: isAdmin(caller) }),
    publicMetadata: caller.publicMetadata ? JSON.parse(caller.publicMetadata) : {},
    organization: caller.organization && { ...caller.organization, role: caller.user.organizationRole },
    impersonating: impersonation && presentImpersonation(impersonation, origin.now),
    requiresTwoFactorSetup: caller.mustSetUpTwoFactor,
    permissions: [...caller.permissions],
    ...(csrfToken && { csrfToken }),
    ...(caller.kind === 'apiKey' && { apiKey: { permission: caller.keyPermission } }),
  };
}
