import { told } from '../../../platform/languages/told.ts';
import type { CertificateOrder } from './certificate-order.ts';
import { fault, instead, isFault, type SamlFault, shortened } from './fault.ts';
import { isAhead, isOver, momentOf, outOfTime, skewMilliseconds } from './moment.ts';
import { type AttributeNames, type Person, readPerson } from './person.ts';
import { attributeOf, childrenNamed, childrenOf, exactTextOf, namespaces, onlyChild, textOf } from './xml.ts';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const maxNameId = 1_000;

/** What a connection and the request that it sent expect of the answer. */
export type Expected = {
  /** The identity provider's. */
  entityId: string;
  /** PEM; only these count. */
  certificates: string[];
  order: CertificateOrder;
  /** Our entity ID. */
  audience: string;
  acsUrl: string;
  requestId: string;
  /** When the request was sent, if it asked the person to sign in anew. */
  authenticatedSince: Date | null;
  attributes: AttributeNames;
  now: Date;
};

/** Who signed in, all of it read from signed bytes. */
export type Accepted = Person & {
  authnInstant: Date;
  sessionNotOnOrAfter: Date | null;
  assertionId: string;
  inResponseTo: string;
  /** From then on the assertion is refused in any case, so its ID need not be kept. */
  usableUntil: Date;
};

/** Reads an assertion that verified, or names the first rule that it breaks. */
export function readAssertion(assertion: Element, expected: Expected): Accepted | SamlFault {
  const assertionId = attributeOf(assertion, 'ID');
  if (attributeOf(assertion, 'Version') !== '2.0' || !assertionId)
    return fault('response', told('sso.assertionVersion'));
  const issuer = onlyChild(assertion, 'assertion', 'Issuer');
  const sent = issuer && textOf(issuer);
  if (sent !== expected.entityId)
    return fault('issuer', instead('issuer.assertion', sent, { entityId: expected.entityId }));
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  if (!subject) return fault('subject', told('sso.subject'));
  const nameId = readNameId(subject);
  if (typeof nameId !== 'string') return nameId;
  const confirmedUntil = checkConfirmations(subject, expected);
  if (isFault(confirmedUntil)) return confirmedUntil;
  const validUntil = checkConditions(assertion, expected);
  if (isFault(validUntil)) return validUntil;
  const authentication = readAuthentication(assertion, expected);
  if (isFault(authentication)) return authentication;
  const until = Math.min(confirmedUntil.getTime(), validUntil.getTime()) + skewMilliseconds;
  return {
    ...readPerson(assertion, nameId, expected.attributes),
    ...authentication,
    assertionId,
    inResponseTo: expected.requestId,
    usableUntil: new Date(until),
  };
}

function readNameId(subject: Element): string | SamlFault {
  const element = onlyChild(subject, 'assertion', 'NameID');
  const value = element && exactTextOf(element);
  if (!element || !value || value.length > maxNameId)
    return fault('name-id', told('sso.nameId', { limit: maxNameId }));
  if (attributeOf(element, 'Format') === transient) return fault('name-id', told('sso.nameId.transient'));
  return value;
}

/** One bearer confirmation must pass. If none does, the first one's fault is reported. */
function checkConfirmations(subject: Element, expected: Expected): Date | SamlFault {
  const outcomes = childrenNamed(subject, 'assertion', 'SubjectConfirmation')
    .filter((confirmation) => attributeOf(confirmation, 'Method') === bearer)
    .map((confirmation) => checkConfirmation(confirmation, expected));
  return (
    outcomes.find((outcome) => !isFault(outcome)) ??
    outcomes[0] ??
    fault('confirmation', told('sso.confirmation'))
  );
}

function checkConfirmation(confirmation: Element, expected: Expected): Date | SamlFault {
  const { acsUrl, requestId, now } = expected;
  const data = onlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
  if (!data) return fault('confirmation', told('sso.confirmation.data'));
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== acsUrl) return fault('recipient', instead('recipient', recipient, { acsUrl }));
  if (attributeOf(data, 'InResponseTo') !== requestId)
    return fault('in-response-to', told('sso.inResponseTo.assertion'));
  const notOnOrAfter = momentOf(data, 'NotOnOrAfter');
  if (notOnOrAfter === null) return fault('confirmation', told('sso.confirmation.end'));
  if (isFault(notOnOrAfter)) return notOnOrAfter;
  if (isOver(notOnOrAfter, now))
    return outOfTime('sso.time.confirmation', 'NotOnOrAfter', { moment: notOnOrAfter, now });
  const notBefore = momentOf(data, 'NotBefore');
  if (notBefore === null) return notOnOrAfter;
  if (isFault(notBefore)) return notBefore;
  return isAhead(notBefore, now)
    ? outOfTime('sso.time.confirmation', 'NotBefore', { moment: notBefore, now })
    : notOnOrAfter;
}

/** Until when the conditions hold. */
function checkConditions(assertion: Element, { audience, now }: Expected): Date | SamlFault {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  if (!conditions) return fault('conditions', told('sso.conditions'));
  const understood = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  const unknown = childrenOf(conditions).find(
    ({ localName, namespaceURI }) => namespaceURI !== namespaces.assertion || !understood.includes(localName),
  );
  if (unknown) return fault('conditions', told('sso.condition', { name: shortened(unknown.localName) }));
  const restrictions = childrenNamed(conditions, 'assertion', 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, 'assertion', 'Audience').map(textOf),
  );
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(audience)))
    return fault('audience', instead('audience', restrictions.flat().join(', ') || null, { audience }));
  const notBefore = momentOf(conditions, 'NotBefore');
  const notOnOrAfter = momentOf(conditions, 'NotOnOrAfter');
  if (notBefore && isFault(notBefore)) return notBefore;
  if (notOnOrAfter && isFault(notOnOrAfter)) return notOnOrAfter;
  if (notBefore && isAhead(notBefore, now))
    return outOfTime('sso.time', 'NotBefore', { moment: notBefore, now });
  if (notOnOrAfter && isOver(notOnOrAfter, now))
    return outOfTime('sso.time', 'NotOnOrAfter', { moment: notOnOrAfter, now });
  return notOnOrAfter ?? new Date(8.64e15);
}

type Authentication = { authnInstant: Date; sessionNotOnOrAfter: Date | null };

/** Of several statements, the oldest authentication and the shortest session count. */
function readAuthentication(
  assertion: Element,
  { authenticatedSince, now }: Expected,
): Authentication | SamlFault {
  const instants: Date[] = [];
  const ends: Date[] = [];
  for (const statement of childrenNamed(assertion, 'assertion', 'AuthnStatement')) {
    const instant = momentOf(statement, 'AuthnInstant');
    const end = momentOf(statement, 'SessionNotOnOrAfter');
    if (instant === null) return fault('authentication', told('sso.authentication.instant'));
    if (isFault(instant)) return instant;
    if (end && isFault(end)) return end;
    if (isAhead(instant, now)) return outOfTime('sso.time', 'AuthnInstant', { moment: instant, now });
    if (end && isOver(end, now)) return outOfTime('sso.time', 'SessionNotOnOrAfter', { moment: end, now });
    instants.push(instant);
    if (end) ends.push(end);
  }
  const authnInstant = earliest(instants);
  if (!authnInstant) return fault('authentication', told('sso.authentication'));
  if (authenticatedSince && isOver(authnInstant, authenticatedSince))
    return fault('not-authenticated-again', told('sso.notAgain', { moment: authnInstant.toISOString() }));
  return { authnInstant, sessionNotOnOrAfter: earliest(ends) };
}

function earliest(moments: Date[]): Date | null {
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
