import { createHash, createHmac, createSign, randomBytes } from 'node:crypto';

export const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const assertionNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#';
export const exclusiveC14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export type Answer = {
  issuer: string;
  audience: string;
  acsUrl: string;
  requestId: string;
  nameId: string;
  now: Date;
  attributes?: Record<string, string[]>;
};

const at = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

/**
 * An assertion in canonical form, so that it can be signed as it is, without canonicalizing. Tests alter it with
 * `replace` before or after it is signed.
 */
export function writeAssertion(answer: Answer, id = `_${randomBytes(16).toString('hex')}`): string {
  const { issuer, audience, acsUrl, requestId, nameId, now, attributes = {} } = answer;
  const values = (list: string[]) =>
    list.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('');
  const statement = Object.entries(attributes)
    .map(([name, list]) => `<saml:Attribute Name="${name}">${values(list)}</saml:Attribute>`)
    .join('');
  return [
    `<saml:Assertion xmlns:saml="${assertionNamespace}" ID="${id}" IssueInstant="${at(now, 0)}" Version="2.0">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID>${nameId}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${at(now, 300)}" Recipient="${acsUrl}"></saml:SubjectConfirmationData>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${at(now, -5)}" NotOnOrAfter="${at(now, 300)}">`,
    `<saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${at(now, 0)}" SessionIndex="${id}"><saml:AuthnContext>`,
    '<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef>',
    '</saml:AuthnContext></saml:AuthnStatement>',
    `<saml:AttributeStatement>${statement}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
}

/** A response in canonical form around an assertion, or around none. */
export function writeResponse(answer: Answer, assertion: string, status = success): string {
  const { issuer, acsUrl, requestId, now } = answer;
  return [
    `<samlp:Response xmlns:samlp="${protocol}" Destination="${acsUrl}" ID="_${randomBytes(16).toString('hex')}"`,
    ` InResponseTo="${requestId}" IssueInstant="${at(now, 0)}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="${assertionNamespace}">${issuer}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"></samlp:StatusCode></samlp:Status>`,
    assertion,
    '</samlp:Response>',
  ].join('');
}

export type Signing = {
  /** A private key in PEM, or the secret of an HMAC. */
  key: string;
  /** The Reference's; the element's own ID unless told. */
  uri?: string;
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  c14n?: string;
  transforms?: string[];
  /** In the last transform. */
  prefixList?: string;
  keyInfo?: string;
  /** Alters the SignedInfo before it is signed. */
  alter?: (signedInfo: string) => string;
};

const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Signs an element that is in canonical form, with whatever algorithms a test asks for. Returns the Signature. */
export function signatureOf(element: string, signing: Signing): string {
  const id = / ID="([^"]*)"/.exec(element)?.[1] ?? '';
  const {
    uri = `#${id}`,
    signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digestAlgorithm = 'http://www.w3.org/2001/04/xmlenc#sha256',
    c14n = exclusiveC14n,
    transforms = [enveloped, exclusiveC14n],
  } = signing;
  const digest = createHash(hashOf(digestAlgorithm)).update(element).digest('base64');
  const list = signing.prefixList
    ? `<ec:InclusiveNamespaces xmlns:ec="${exclusiveC14n}" PrefixList="${signing.prefixList}"></ec:InclusiveNamespaces>`
    : '';
  const steps = transforms.map(
    (algorithm, step) =>
      `<ds:Transform Algorithm="${algorithm}">${step === transforms.length - 1 ? list : ''}</ds:Transform>`,
  );
  const signedInfo = [
    `<ds:SignedInfo xmlns:ds="${signatureNamespace}">`,
    `<ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod>`,
    `<ds:SignatureMethod Algorithm="${signatureAlgorithm}"></ds:SignatureMethod>`,
    `<ds:Reference URI="${uri}"><ds:Transforms>${steps.join('')}</ds:Transforms>`,
    `<ds:DigestMethod Algorithm="${digestAlgorithm}"></ds:DigestMethod>`,
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
  ].join('');
  const final = signing.alter?.(signedInfo) ?? signedInfo;
  const value = signatureValue(final, signatureAlgorithm, signing.key);
  const bare = final.replace(` xmlns:ds="${signatureNamespace}"`, '');
  return [
    `<ds:Signature xmlns:ds="${signatureNamespace}">${bare}`,
    `<ds:SignatureValue>${value}</ds:SignatureValue>${signing.keyInfo ?? ''}</ds:Signature>`,
  ].join('');
}

/** Signs an element and puts the signature after its Issuer, where SAML wants it. */
export function sign(element: string, signing: Signing): string {
  const signature = signatureOf(element, signing);
  return element.replace(/(<saml:Issuer[^>]*>[^<]*<\/saml:Issuer>)/, (issuer) => issuer + signature);
}

export const encode = (xml: string) => Buffer.from(xml).toString('base64');

function hashOf(algorithm: string): string {
  return /sha(1|256|384|512)/.exec(algorithm)?.[0] ?? 'sha256';
}

function signatureValue(signedInfo: string, algorithm: string, key: string): string {
  const hash = hashOf(algorithm);
  return algorithm.includes('hmac')
    ? createHmac(hash, key).update(signedInfo).digest('base64')
    : createSign(`RSA-${hash.toUpperCase()}`).update(signedInfo).sign(key, 'base64');
}
