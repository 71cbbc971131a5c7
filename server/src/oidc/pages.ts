import type { Parameters } from './authorize-request.ts';
import type { BrowserContext, OpenOidcContext } from './parts.ts';
import type { Asked } from './proceed.ts';
import { markOf } from './proof.ts';
import { withQuery } from './redirect-uri.ts';
import { sealRequest } from './sealed-request.ts';

/** What the consent page hands back with the answer. */
export type ConsentRequest = { kind: 'consent'; userId: string; parameters: Parameters };
/** What the page on which somebody confirms a sign-out hands back. */
export type LogoutRequest = { kind: 'logout'; userId: string; redirectTo: string };

/** The request again, as the browser brings it back from one of our pages. */
export function againPath(parameters: Parameters): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).filter(Boolean).map((each) => [name, each]),
  );
  return `/api/oidc/authorize?${new URLSearchParams(given as [string, string][])}`;
}

/** Asks even somebody who is signed in: a new proof is wanted, or somebody else. */
export function signInPage(
  { deps, origin }: BrowserContext,
  { parameters, request }: Asked,
  now: 'signed-in' | 'signed-out',
): URL {
  const proof = markOf(deps.oidc.proofKeys[0], parameters, origin.now);
  return page({ deps }, '/login', {
    returnTo: againPath({ ...parameters, proof }),
    ...(now === 'signed-in' && { prompt: 'login' }),
    ...(request.loginHint && { email: request.loginHint }),
  });
}

/** Required two-factor comes first. */
export function setupPage(context: BrowserContext, { parameters }: Asked): URL {
  return page(context, '/profile/security', { returnTo: againPath(parameters) });
}

export function consentPage({ deps }: BrowserContext, { parameters }: Asked, userId: string): URL {
  const made: ConsentRequest = { kind: 'consent', userId, parameters };
  return page({ deps }, '/consent', { request: sealRequest(deps.oidc.requestKey, made) });
}

/** With a request: the user is asked there whether they want to sign out. Without: they have. */
export function signedOutPage(
  { deps }: Pick<OpenOidcContext, 'deps'>,
  asked?: Omit<LogoutRequest, 'kind'>,
): URL {
  if (!asked) return page({ deps }, '/signed-out', {});
  const made: LogoutRequest = { kind: 'logout', ...asked };
  return page({ deps }, '/signed-out', { request: sealRequest(deps.oidc.requestKey, made) });
}

function page({ deps }: Pick<OpenOidcContext, 'deps'>, path: string, query: Record<string, string>): URL {
  return withQuery(deps.config.baseUrl + path, query);
}
