import { lifetimes } from '@latchkey/contract';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { answer, findSender } from './authorize.ts';
import { isFault, openRequest, type RedirectTarget, readRequest } from './authorize-request.ts';
import type { OidcContext } from './oidc-deps.ts';
import { choicesOf } from './organization.ts';
import type { ConsentRequest } from './pages.ts';

type Shown = { scopes: string[]; resource: string | null; organizations?: { id: string; name: string }[] };

/** What an application asks for. A request is only for the user it was made for. */
export async function getConsent(
  context: OidcContext,
  { request }: { request: string },
): Promise<(RedirectTarget & Shown) | Refusal<'TOKEN_INVALID'>> {
  const opened = openAsked(context, request);
  const sender = opened && (await findSender(context, opened.parameters, opened.document));
  if (!sender || 'refused' in sender) return refuse('TOKEN_INVALID');
  const asked = readRequest(context.deps, sender.application, opened.parameters);
  if (isFault(asked)) return refuse('TOKEN_INVALID');
  const { scopes, resource = null } = asked;
  const { deps, caller } = context;
  const choices = await choicesOf(deps.sql, caller, { ...sender, request: asked });
  const organizations = choices.map(({ id, name }) => ({ id, name }));
  const isShown = deps.config.severalOrganizations || organizations.length > 1;
  return { ...sender, scopes, resource, ...(isShown && { organizations }) };
}

/** Checks everything again: what was in order when the user was asked may no longer be. */
export async function decideConsent(
  context: OidcContext,
  input: { request: string; decision: 'allow' | 'deny'; organizationId?: string | undefined },
): Promise<URL | Refusal<'TOKEN_INVALID' | 'VALIDATION_FAILED'>> {
  const { request, decision, organizationId } = input;
  const { deps, caller, origin } = context;
  const opened = openAsked(context, request);
  const sender = opened && (await findSender(context, opened.parameters, opened.document));
  if (!sender || 'refused' in sender || caller.kind !== 'session') return refuse('TOKEN_INVALID');
  const { parameters, sessionId: askedIn } = opened;
  const asked = readRequest(context.deps, sender.application, parameters);
  if (organizationId && !isFault(asked)) {
    const choices = await choicesOf(deps.sql, caller, { ...sender, request: asked });
    if (!choices.some(({ id }) => id === organizationId))
      return refuse('VALIDATION_FAILED', { details: { organizationId: ['Choose one of those listed.'] } });
  }
  const decided = { answer: decision, askedIn, organizationId };
  return answer({ deps, origin, caller }, sender, parameters, decided);
}

/** Undefined after a day: by then, the application has given up on the answer. */
function openAsked({ deps, caller, origin }: OidcContext, request: string): ConsentRequest | undefined {
  const opened = openRequest<ConsentRequest>(deps.oidc.requestKey, 'consent', caller.user.id, request);
  const until = (opened?.askedAt ?? 0) + lifetimes.oidcConsentHours * 3_600_000;
  return origin.now.getTime() < until ? opened : undefined;
}
