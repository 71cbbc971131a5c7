import { type Refusal, refuse } from '../refusal.ts';
import { answer, findSender } from './authorize.ts';
import type { ConsentRequest } from './pages.ts';
import type { OidcContext } from './parts.ts';
import { openRequest } from './sealed-request.ts';

/** Checks everything again: what was in order when the user was asked may no longer be. */
export async function decideConsent(
  { deps, caller, origin }: OidcContext,
  { request, decision }: { request: string; decision: 'allow' | 'deny' },
): Promise<URL | Refusal<'TOKEN_INVALID'>> {
  const opened = openRequest<ConsentRequest>(deps.oidc.requestKey, 'consent', caller.user.id, request);
  const sender = opened && (await findSender({ deps }, opened.parameters));
  if (!sender || 'refused' in sender || caller.kind !== 'session') return refuse('TOKEN_INVALID');
  return answer({ deps, origin, caller }, sender, opened.parameters, decision);
}
