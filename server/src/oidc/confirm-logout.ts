import { logout } from '../auth/logout.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { LogoutRequest } from './pages.ts';
import type { OidcContext } from './parts.ts';
import { openRequest } from './sealed-request.ts';

/** Somebody sent here by an application does want to sign out. Where they go next was checked before. */
export async function confirmLogout(
  context: OidcContext,
  { request }: { request: string },
): Promise<URL | Refusal<'TOKEN_INVALID'>> {
  const { deps, caller } = context;
  const opened = openRequest<LogoutRequest>(deps.oidc.requestKey, 'logout', caller.user.id, request);
  if (!opened) return refuse('TOKEN_INVALID');
  await logout(context);
  return new URL(opened.redirectTo);
}
