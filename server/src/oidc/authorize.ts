import type { ApplicationRow } from '../applications/store.ts';
import { findByClientId } from '../applications/store.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { isFault, type Parameters, readRequest, single } from './authorize-request.ts';
import type { BrowserContext } from './parts.ts';
import { proceed } from './proceed.ts';
import { isRegistered, withQuery } from './redirect-uri.ts';

type UnknownSender = Refusal<'AUTHORIZE_CLIENT_UNKNOWN' | 'AUTHORIZE_REDIRECT_UNKNOWN'>;

/** Where an answer goes: known to be good, or nobody is sent anywhere. */
export type Sender = { application: ApplicationRow; redirectUri: string };

/** Where the browser goes next: back with a code or an error, or to a page of ours. */
export async function authorize(
  context: BrowserContext,
  parameters: Parameters,
): Promise<URL | UnknownSender> {
  const sender = await findSender(context, parameters);
  if ('refused' in sender) return sender;
  return answer(context, sender, parameters);
}

/** `decision`: what the user said when asked. */
export async function answer(
  context: BrowserContext,
  sender: Sender,
  parameters: Parameters,
  decision?: 'allow' | 'deny',
): Promise<URL> {
  const request = readRequest(sender.application, parameters);
  const outcome = isFault(request)
    ? request
    : await proceed(context, { ...sender, request, parameters, decision });
  if (outcome instanceof URL) return outcome;
  const state = single(parameters.state);
  const { issuer: iss } = context.deps.oidc;
  if ('code' in outcome) return withQuery(sender.redirectUri, { code: outcome.code, state, iss });
  const { error, description: error_description } = outcome;
  return withQuery(sender.redirectUri, { error, error_description, state, iss });
}

export async function findSender(
  { deps }: Pick<BrowserContext, 'deps'>,
  parameters: Parameters,
): Promise<Sender | UnknownSender> {
  const [clientId, redirectUri] = [single(parameters.client_id), single(parameters.redirect_uri)];
  const application = clientId && (await findByClientId(deps.sql, clientId));
  if (!application) return refuse('AUTHORIZE_CLIENT_UNKNOWN');
  if (!redirectUri || !URL.canParse(redirectUri) || !isRegistered(application.redirectUris, redirectUri))
    return refuse('AUTHORIZE_REDIRECT_UNKNOWN');
  return { application, redirectUri };
}
