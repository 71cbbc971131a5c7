import { lifetimes } from '@latchkey/contract';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { answer, findSender } from './authorize.ts';
import { isFault, openRequest, type RedirectTarget, readRequest } from './authorize-request.ts';
import type { OidcContext } from './oidc-deps.ts';
import type { ConsentRequest } from './pages.ts';

/** What an application asks for. A request is only for the user it was made for. */
export async function getConsent(
  context: OidcContext,
  { request }: { request: string },
): Promise<(RedirectTarget & { scopes: string[]; resource: string | null }) | Refusal<'TOKEN_INVALID'>> {
  const opened = openAsked(context, request);
  const sender = opened && (await findSender(context, opened.parameters));
  if (!sender || 'refused' in sender) return refuse('TOKEN_INVALID');
  const asked = readRequest(sender.application, opened.parameters);
  if (isFault(asked)) return refuse('TOKEN_INVALID');
  const { scopes, resource = null } = asked;
  return { ...sender, scopes, resource };
}

/** Checks everything again: what was in order when the user was asked may no longer be. */
export async function decideConsent(
  context: OidcContext,
  { request, decision }: { request: string; decision: 'allow' | 'deny' },
): Promise<URL | Refusal<'TOKEN_INVALID'>> {
  const { deps, caller, origin } = context;
  const opened = openAsked(context, request);
  const sender = opened && (await findSender(context, opened.parameters));
  if (!sender || 'refused' in sender || caller.kind !== 'session') return refuse('TOKEN_INVALID');
  const { parameters, sessionId: askedIn } = opened;
  return answer({ deps, origin, caller }, sender, parameters, { answer: decision, askedIn });
}

/** Undefined after a day: by then, the application has given up on the answer. */
function openAsked({ deps, caller, origin }: OidcContext, request: string): ConsentRequest | undefined {
  const opened = openRequest<ConsentRequest>(deps.oidc.requestKey, 'consent', caller.user.id, request);
  const until = (opened?.askedAt ?? 0) + lifetimes.oidcConsentHours * 3_600_000;
  return origin.now.getTime() < until ? opened : undefined;
}
