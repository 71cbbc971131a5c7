import { createHmac } from 'node:crypto';
import type { SessionCaller } from '../../identity/caller/caller.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import {
  againPath,
  isRegistered,
  type Parameters,
  type ReceivedRequest,
  sealRequest,
  withQuery,
} from './authorize-request.ts';
import type { ClientDocument } from './client-documents.ts';
import type { BrowserContext, OpenOidcContext } from './oidc-deps.ts';

/**
 * Goes along to the sign-in page and back: since when a sign-in counts as the new one that was asked for. Nothing is
 * stored meanwhile; it works only for this very request, with its state, nonce and challenge.
 */
function markOf(key: Buffer, parameters: Parameters, since: Date): string {
  const time = since.getTime().toString(36);
  return `${time}.${macOf(key, parameters, time)}`;
}

/** Undefined for a mark that was not made for this request. */
export function readMark(keys: readonly Buffer[], parameters: Parameters): Date | undefined {
  const [time = '', mac = ''] = typeof parameters.proof === 'string' ? parameters.proof.split('.') : [];
  if (!/^[\da-z]{1,12}$/.test(time)) return undefined;
  const isOurs = keys.some((key) => equalSecrets(mac, macOf(key, parameters, time)));
  return isOurs ? new Date(Number.parseInt(time, 36)) : undefined;
}

function macOf(key: Buffer, { proof, ...parameters }: Parameters, time: string): string {
  const request = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHmac('sha256', key)
    .update(JSON.stringify([time, request]))
    .digest('base64url');
}

/** What the consent page hands back with the answer. */
export type ConsentRequest = {
  kind: 'consent';
  userId: string;
  sessionId: string;
  /** In milliseconds. */
  askedAt: number;
  parameters: Parameters;
  document?: ClientDocument | undefined;
};
/** What the sign-out confirmation page hands back. */
export type LogoutRequest = { kind: 'logout'; userId: string; redirectTo: string };

/** Also for a signed-in user: the application wants a new proof, or another account. */
type Leaving = {
  parameters: Parameters;
  request: Pick<ReceivedRequest['request'], 'loginHint' | 'uiLocales'>;
};

export function signInPage(
  { deps, origin }: BrowserContext,
  { parameters, request }: Leaving,
  now: 'signed-in' | 'signed-out',
): URL {
  const proof = markOf(deps.oidc.proofKeys[0], parameters, origin.now);
  return page({ deps }, '/login', {
    returnTo: againPath({ ...parameters, proof }),
    ...(now === 'signed-in' && { prompt: 'login' }),
    ...(request.loginHint && { email: request.loginHint }),
    ...localeFor(deps, request),
  });
}

/** Required two-factor comes first. */
export function setupPage(context: BrowserContext, { parameters, request }: ReceivedRequest): URL {
  const query = { returnTo: againPath(parameters), ...localeFor(context.deps, request) };
  return page(context, '/profile/security', query);
}

export function consentPage(
  { deps, origin }: BrowserContext,
  { parameters, request, document, redirectUri }: ReceivedRequest,
  { user, sessionId }: SessionCaller,
): URL {
  const askedAt = origin.now.getTime();
  const made: ConsentRequest = {
    kind: 'consent',
    userId: user.id,
    sessionId,
    askedAt,
    parameters,
    document: document && shortened(document, redirectUri),
  };
  const query = { request: sealRequest(deps.oidc.requestKey, made), ...localeFor(deps, request) };
  return page({ deps }, '/consent', query);
}

const longestList = 3000;

/** The request travels in an address, which can't hold any number of others. */
function shortened({ name, redirectUris }: ClientDocument, redirectUri: string): ClientDocument {
  const ordered = [...redirectUris].sort(
    (one, other) => Number(isRegistered([other], redirectUri)) - Number(isRegistered([one], redirectUri)),
  );
  let length = 0;
  return {
    name,
    redirectUris: ordered.filter(({ length: more }) => {
      length += more;
      return length <= longestList;
    }),
  };
}

/** With a request, the page asks whether the user wants to sign out. Without one, they have. */
export function signedOutPage(
  { deps }: Pick<OpenOidcContext, 'deps'>,
  asked?: Omit<LogoutRequest, 'kind'>,
): URL {
  if (!asked) return page({ deps }, '/signed-out', {});
  const made: LogoutRequest = { kind: 'logout', ...asked };
  return page({ deps }, '/signed-out', { request: sealRequest(deps.oidc.requestKey, made) });
}

/** The first of the languages that the application asks for and the service has. */
function localeFor(
  { languages }: Pick<OpenOidcContext['deps'], 'languages'>,
  { uiLocales }: Leaving['request'],
): { locale?: string } {
  const locale = uiLocales.slice(0, 20).map(languages.match).find(Boolean);
  return locale ? { locale } : {};
}

function page({ deps }: Pick<OpenOidcContext, 'deps'>, path: string, query: Record<string, string>): URL {
  return withQuery(deps.config.baseUrl + path, query);
}
