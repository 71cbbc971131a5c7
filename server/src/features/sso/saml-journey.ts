import { createHash } from 'node:crypto';
import { lifetimes } from '@latchkey/contract';
import { z } from 'zod';
import { findOpenConnection } from '../../identity/connections/admit.ts';
import { type ConnectionRow, findConnection } from '../../identity/connections/connection-store.ts';
import { insertSamlAnswer, takeSamlAnswer } from '../../identity/connections/saml-answer-store.ts';
import type { OpenContext } from '../../identity/deps.ts';
import { loginWithError } from '../../identity/relying-party/landing.ts';
import { spend } from '../../identity/relying-party/spent-store.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import { equalSecrets } from '../../platform/crypto/equal-secrets.ts';
import { seal, unseal } from '../../platform/crypto/seal.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { addressesOf } from './present.ts';
import { type Landing, recordFailure, signIn } from './sign-in.ts';
import { type PassingContext, type SsoDeps, samlAnswerPurpose } from './sso-deps.ts';
import { requestIdOf } from './start-sso.ts';
import { keepTest } from './test-connection.ts';
import type { SsoState } from './tokens.ts';

/** What an answer said, kept for a minute. */
const SamlAnswer = z.object({
  stateId: z.uuid(),
  entityId: z.string(),
  described: z
    .object({
      subject: z.string(),
      email: z.string().nullable(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      groups: z.array(z.string()).nullable(),
    })
    .nullable(),
  reason: z.string().nullable(),
  received: z.record(z.string(), z.unknown()),
  endsBefore: z.coerce.date().nullable(),
});
type SamlAnswer = z.output<typeof SamlAnswer>;

type SamlContext = OpenContext & { deps: SsoDeps };
type Posted = { id: string; SAMLResponse?: string | undefined; RelayState?: string | undefined };

/** Our metadata, for a connection of this kind, enabled or not. */
export async function getSamlMetadata(
  { deps }: SamlContext,
  { id }: { id: string },
): Promise<string | Refusal<'SSO_NOT_AVAILABLE'>> {
  const connection = await findConnection(deps.sql, id);
  if (connection?.kind !== 'saml') return refuse('SSO_NOT_AVAILABLE');
  const { writeMetadata } = await import('./saml/metadata.ts');
  const { acsUrl, metadataUrl } = addressesOf(deps.config, id);
  return writeMetadata({ entityId: metadataUrl, acsUrl });
}

/** Validates an answer without cookies: another site's page posts it, so the browser brings none. */
export async function receiveSaml(
  context: SamlContext,
  { id, SAMLResponse = '', RelayState = '' }: Posted,
): Promise<URL | Refusal<'SSO_NOT_AVAILABLE'>> {
  const { deps, origin } = context;
  const seen = await findConnection(deps.sql, id);
  if (seen?.kind !== 'saml') return refuse('SSO_NOT_AVAILABLE');
  const state = deps.sso.tokens.readState(id, RelayState, origin.now);
  const isTest = state?.purpose === 'test';
  const connection = isTest ? seen : await findOpenConnection(deps.sql, id);
  if (!connection) return refuse('SSO_NOT_AVAILABLE');
  if (!state) {
    const { isUnsolicited } = await import('./saml/response.ts');
    // A tile on the identity provider's pages: the sign-in starts here instead.
    if (isUnsolicited(SAMLResponse)) return new URL(addressesOf(deps.config, id).loginUrl);
    return loginWithError(context.deps.config, 'invalid_state');
  }
  if (!(await spend(deps.sql, state.id, state.expiresAt)))
    return loginWithError(context.deps.config, 'invalid_state');
  const answer = await readAnswer(context, connection, { SAMLResponse, state });
  if (answer.reason !== null && !isTest)
    return (
      await recordFailure(context, connection, { reason: answer.reason as 'sso_failed', returnTo: '/' })
    ).url;
  const { token, hash } = newToken();
  // Only a test shows what was received.
  const kept = isTest ? answer : { ...answer, received: {} };
  const content = seal(deps.dataKeys.of(samlAnswerPurpose), Buffer.from(JSON.stringify(kept)));
  const expiresAt = new Date(origin.now.getTime() + lifetimes.ssoArrivalSeconds * 1000);
  await insertSamlAnswer(deps.sql, { tokenHash: hash, connectionId: id, content, expiresAt });
  return new URL(`${addressesOf(deps.config, id).loginUrl}/finish?token=${token}`);
}

async function readAnswer(
  { deps, origin }: SamlContext,
  connection: ConnectionRow,
  { SAMLResponse, state }: { SAMLResponse: string; state: SsoState },
): Promise<SamlAnswer> {
  const { decodeResponse, readResponse } = await import('./saml/response.ts');
  const { isFault } = await import('./saml/fault.ts');
  const { acsUrl, metadataUrl } = addressesOf(deps.config, connection.id);
  const answer = readResponse(SAMLResponse, {
    entityId: connection.entityId ?? '',
    certificates: connection.certificates.map(({ pem }) => pem),
    order: deps.sso.certificates,
    audience: metadataUrl,
    acsUrl,
    requestId: requestIdOf(state.id),
    authenticatedSince: state.purpose === 'fresh' ? state.startedAt : null,
    attributes: connection.attributes,
    now: origin.now,
  });
  const xml = decodeResponse(SAMLResponse);
  const begun = { stateId: state.id, entityId: connection.entityId ?? '' };
  const nothing = { ...begun, described: null, endsBefore: null };
  const shown = { xml: isFault(xml) ? '' : xml };
  if (isFault(answer)) {
    const { error, rule, told, message } = answer;
    deps.log.warn({ connectionId: connection.id, rule, error: message }, 'a SAML answer was refused');
    return { ...nothing, reason: error, received: { ...shown, attributes: {}, fault: told } };
  }
  const { nameId: subject, email, firstName, lastName, groups, attributes } = answer;
  const received = { ...shown, attributes };
  // After the state's end, no request is left that it could answer.
  const until = new Date(Math.min(answer.usableUntil.getTime(), state.expiresAt.getTime()));
  const isFirst = await spend(deps.sql, idOf(connection.id, answer.assertionId), until);
  if (!isFirst) return { ...nothing, reason: 'sso_failed', received };
  const described = { subject, email, firstName, lastName, groups };
  return { ...begun, described, reason: null, received, endsBefore: answer.sessionNotOnOrAfter };
}

/** An assertion's ID in the form that spent tokens are kept in. */
function idOf(connectionId: string, assertionId: string): string {
  const hex = createHash('sha256').update(`${connectionId}:${assertionId}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The browser that started brings its cookie, and the answer is used: once. */
export async function finishSaml(
  context: PassingContext,
  { id, token = '', ticket: cookie }: { id: string; token?: string | undefined; ticket: string | undefined },
): Promise<Landing | Refusal<'SSO_NOT_AVAILABLE'>> {
  const { deps, caller, origin } = context;
  const seen = await findConnection(deps.sql, id);
  if (seen?.kind !== 'saml') return refuse('SSO_NOT_AVAILABLE');
  const ticket = cookie ? deps.sso.tokens.readTicket(cookie) : undefined;
  const content = await takeSamlAnswer(deps.sql, {
    tokenHash: sha256(token),
    connectionId: id,
    now: origin.now,
  });
  const opened = content && unseal(deps.dataKeys.of(samlAnswerPurpose), content);
  const answer = opened && SamlAnswer.safeParse(JSON.parse(opened.toString())).data;
  const isOurs = answer?.entityId === seen.entityId && ticket && equalSecrets(ticket.stateId, answer.stateId);
  if (!isOurs || (ticket.testedBy && ticket.testedBy.sessionId !== caller?.sessionId))
    return { url: loginWithError(context.deps.config, 'invalid_state') };
  if (ticket.testedBy) {
    await keepTest(context, seen, answer);
    return { url: new URL(`${deps.config.baseUrl}/organization/sso?test=${id}`) };
  }
  const connection = await findOpenConnection(deps.sql, id);
  if (!connection) return refuse('SSO_NOT_AVAILABLE');
  return signIn(context, connection, { ...answer, returnTo: ticket.returnTo });
}
