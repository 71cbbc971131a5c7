import type { CertificateOrder } from './certificate-order.ts';
import { fault, isFault, quoted, type SamlFault } from './fault.ts';
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
    return fault('response', 'The assertion needs an ID and the version 2.0.');
  const issuer = onlyChild(assertion, 'assertion', 'Issuer');
  const sent = issuer && textOf(issuer);
  if (sent !== expected.entityId)
    return fault(
      'issuer',
      `The assertion's Issuer is ${quoted(sent)}; the connection's entity ID is ${expected.entityId}.`,
    );
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  if (!subject) return fault('subject', 'The assertion needs exactly one Subject.');
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
    return fault('name-id', `The subject needs exactly one NameID, of at most ${maxNameId} characters.`);
  if (attributeOf(element, 'Format') === transient)
    return fault(
      'name-id',
      'The NameID is transient, so the person could not be recognized again. Send a persistent one or an email address.',
    );
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
    fault('confirmation', 'The subject has no confirmation with the method bearer.')
  );
}

function checkConfirmation(confirmation: Element, expected: Expected): Date | SamlFault {
  const { acsUrl, requestId, now } = expected;
  const data = onlyChild(confirmation, 'assertion', 'SubjectConfirmationData');
  if (!data) return fault('confirmation', 'The bearer confirmation has no SubjectConfirmationData.');
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== acsUrl)
    return fault('recipient', `The Recipient is ${quoted(recipient)}. Set the ACS URL to ${acsUrl}.`);
  if (attributeOf(data, 'InResponseTo') !== requestId)
    return fault('in-response-to', "The assertion doesn't answer the request of this sign-in.");
  const notOnOrAfter = momentOf(data, 'NotOnOrAfter');
  if (notOnOrAfter === null) return fault('confirmation', 'The bearer confirmation has no NotOnOrAfter.');
  if (isFault(notOnOrAfter)) return notOnOrAfter;
  if (isOver(notOnOrAfter, now)) return outOfTime("The confirmation's NotOnOrAfter", notOnOrAfter, now);
  const notBefore = momentOf(data, 'NotBefore');
  if (notBefore === null) return notOnOrAfter;
  if (isFault(notBefore)) return notBefore;
  return isAhead(notBefore, now) ? outOfTime("The confirmation's NotBefore", notBefore, now) : notOnOrAfter;
}

/** Until when the conditions hold. */
function checkConditions(assertion: Element, { audience, now }: Expected): Date | SamlFault {
  const conditions = onlyChild(assertion, 'assertion', 'Conditions');
  if (!conditions) return fault('conditions', 'The assertion needs exactly one Conditions element.');
  const understood = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  const unknown = childrenOf(conditions).find(
    ({ localName, namespaceURI }) => namespaceURI !== namespaces.assertion || !understood.includes(localName),
  );
  if (unknown) return fault('conditions', `The condition ${quoted(unknown.localName)} isn't understood.`);
  const restrictions = childrenNamed(conditions, 'assertion', 'AudienceRestriction').map((restriction) =>
    childrenNamed(restriction, 'assertion', 'Audience').map(textOf),
  );
  if (restrictions.length === 0 || !restrictions.every((audiences) => audiences.includes(audience)))
    return fault(
      'audience',
      `The audience is ${quoted(restrictions.flat().join(', ') || null)}. Set the entity ID to ${audience}.`,
    );
  const notBefore = momentOf(conditions, 'NotBefore');
  const notOnOrAfter = momentOf(conditions, 'NotOnOrAfter');
  if (notBefore && isFault(notBefore)) return notBefore;
  if (notOnOrAfter && isFault(notOnOrAfter)) return notOnOrAfter;
  if (notBefore && isAhead(notBefore, now)) return outOfTime('NotBefore', notBefore, now);
  if (notOnOrAfter && isOver(notOnOrAfter, now)) return outOfTime('NotOnOrAfter', notOnOrAfter, now);
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
    if (instant === null) return fault('authentication', 'The AuthnStatement has no AuthnInstant.');
    if (isFault(instant)) return instant;
    if (end && isFault(end)) return end;
    if (isAhead(instant, now)) return outOfTime('AuthnInstant', instant, now);
    if (end && isOver(end, now)) return outOfTime('SessionNotOnOrAfter', end, now);
    instants.push(instant);
    if (end) ends.push(end);
  }
  const authnInstant = earliest(instants);
  if (!authnInstant) return fault('authentication', 'The assertion has no AuthnStatement.');
  if (authenticatedSince && isOver(authnInstant, authenticatedSince))
    return fault(
      'not-authenticated-again',
      `The person had to sign in again, but last did at ${authnInstant.toISOString()}. Turn on support for ForceAuthn.`,
    );
  return { authnInstant, sessionNotOnOrAfter: earliest(ends) };
}

function earliest(moments: Date[]): Date | null {
  return moments.length === 0 ? null : new Date(Math.min(...moments.map((moment) => moment.getTime())));
}
