import type { FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../identity/caller/authenticate.ts';
import type { Deps } from '../identity/deps.ts';
import { isRefusal } from '../platform/refusal.ts';
import { originOf } from '../records/origin.ts';
import { type CookieJar, soleValueOf, valuesOf } from './cookies.ts';
import { clientOf } from './identify.ts';
import { localeOf, offeredIn } from './locale.ts';

/** The language of a page. One that the address names is remembered: the page's requests to the API then follow it. */
export async function pageLocaleOf(
  { deps, jar }: { deps: Deps; jar: CookieJar },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string> {
  const { locale: asked } = request.query as { locale?: unknown };
  const named = typeof asked === 'string' ? deps.languages.match(asked) : undefined;
  if (named) {
    jar.locale(reply, named);
    return named;
  }
  const remembered = offeredIn(deps.languages, soleValueOf(request, 'locale'));
  return remembered ?? offeredIn(deps.languages, await ownLocaleOf(deps, request)) ?? localeOf(deps, request);
}

/** What the browser's user chose. A browser that signed in has the cookie above, so this is rarely looked up. */
async function ownLocaleOf(deps: Deps, request: FastifyRequest): Promise<string | null> {
  const sessions = valuesOf(request, 'session');
  if (sessions.length === 0) return null;
  const origin = originOf(clientOf(deps, request, deps.clock.instant()), deps);
  const presented = { authorization: undefined, rememberMe: undefined, isSafe: true, choice: undefined };
  try {
    const known = await authenticate({ deps, origin }, { ...presented, sessions });
    return isRefusal(known) || known.caller.kind === 'organizationKey' ? null : known.caller.user.locale;
  } catch {
    // The page itself needs no database, and says what is wrong.
    return null;
  }
}
