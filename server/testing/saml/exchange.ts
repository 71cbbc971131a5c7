import type { Expected } from '../../src/features/sso/saml/assertion.ts';
import { createCertificateOrder } from '../../src/features/sso/saml/certificate-order.ts';
import { isFault } from '../../src/features/sso/saml/fault.ts';
import { readResponse } from '../../src/features/sso/saml/response.ts';
import { makeSelfSigned } from '../certificates.ts';
import { type Answer, encode, type Signing, sign, writeAssertion, writeResponse } from './answer.ts';

export const provider = makeSelfSigned({ commonName: 'identity provider', rsaBits: 2048 });
export const attacker = makeSelfSigned({ commonName: 'attacker', rsaBits: 2048 });

const now = new Date('2026-03-01T12:00:00.000Z');

/** What the identity provider says about Ada. */
export const answer: Answer = {
  issuer: 'https://idp.example/entity',
  audience: 'https://latchkey.example/api/auth/sso/1/metadata',
  acsUrl: 'https://latchkey.example/api/auth/sso/1/acs',
  requestId: '_request',
  nameId: 'ada-1815',
  attributes: { email: ['ada@acme.example'], firstName: ['Ada'], lastName: ['Lovelace'], groups: ['a', 'b'] },
  now,
};

/** What the connection expects. */
export const expected: Expected = {
  entityId: answer.issuer,
  certificates: [provider.certificate],
  order: createCertificateOrder(),
  audience: answer.audience,
  acsUrl: answer.acsUrl,
  requestId: answer.requestId,
  authenticatedSince: null,
  attributes: { email: null, firstName: null, lastName: null, groups: null },
  now,
};

/** Signs as the identity provider does. */
export const genuinely = (element: string, signing: Partial<Signing> = {}) =>
  sign(element, { key: provider.key, ...signing });

/** A response whose assertion is signed; `alter` changes the assertion before that. */
export const answerWith = (alter: (assertion: string) => string, signing: Partial<Signing> = {}) =>
  writeResponse(answer, genuinely(alter(writeAssertion(answer)), signing));

/** The NameID that an answer signs in, or the rule that it breaks. */
export function outcomeOf(xml: string, expectations: Partial<Expected> = {}): string {
  const result = readResponse(encode(xml), { ...expected, ...expectations });
  return isFault(result) ? result.rule : `signs in ${result.nameId}`;
}

/** Replaces exactly one place, so that a test can't pass because nothing was altered. */
export function altered(text: string, from: string | RegExp, to: string): string {
  const changed = text.replace(from, () => to);
  if (changed === text) throw new Error(`${from} isn't there to be altered`);
  return changed;
}
