import { type Refusal, refuse } from '../refusal.ts';
import { findSender, type Sender } from './authorize.ts';
import { isFault, readRequest } from './authorize-request.ts';
import type { ConsentRequest } from './pages.ts';
import type { OidcContext } from './parts.ts';
import { openRequest } from './sealed-request.ts';

/** What an application asks for. A request is only for the user it was made for. */
export async function getConsent(
  { deps, caller }: OidcContext,
  { request }: { request: string },
): Promise<(Sender & { scopes: string[]; resource: string | null }) | Refusal<'TOKEN_INVALID'>> {
  const opened = openRequest<ConsentRequest>(deps.oidc.requestKey, 'consent', caller.user.id, request);
  const sender = opened && (await findSender({ deps }, opened.parameters));
  if (!sender || 'refused' in sender) return refuse('TOKEN_INVALID');
  const asked = readRequest(sender.application, opened.parameters);
  if (isFault(asked)) return refuse('TOKEN_INVALID');
  const { scopes, resource = null } = asked;
  return { ...sender, scopes, resource };
}
