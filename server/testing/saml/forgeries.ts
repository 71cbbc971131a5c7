import { createHash } from 'node:crypto';
import { type Answer, assertionNamespace, signatureOf, writeAssertion, writeResponse } from './answer.ts';
import { altered } from './exchange.ts';
import type { Write } from './sending.ts';

/** The key that a connection trusts. */
type Forge = (key: string) => Write;

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64');
const signedBy = (key: string, element: string, signing = {}) => {
  const signature = signatureOf(element, { key, ...signing });
  return altered(element, '</saml:Issuer>', `</saml:Issuer>${signature}`);
};
/** A good answer that is altered after it was signed. */
const after =
  (alter: (xml: string) => string): Forge =>
  (key) =>
  (answer) =>
    alter(writeResponse(answer, signedBy(key, writeAssertion(answer))));
/** An answer whose assertion the identity provider itself signed like this. */
const before =
  (alter: (assertion: string, answer: Answer) => string): Forge =>
  (key) =>
  (answer) =>
    writeResponse(answer, signedBy(key, alter(writeAssertion(answer), answer)));
const evil = (answer: Answer, id?: string) => writeAssertion({ ...answer, nameId: 'mallory' }, id);
const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;

/** Messages that must sign no one in. */
export const refused: [name: string, rule: string, forge: Forge][] = [
  [
    'the prefix of SAML stands for another namespace',
    'one-assertion',
    after((xml) =>
      altered(
        xml,
        `<saml:Assertion xmlns:saml="${assertionNamespace}"`,
        '<saml:Assertion xmlns:saml="urn:x"',
      ),
    ),
  ],
  [
    'a default namespace takes the assertion out of SAML',
    'one-assertion',
    after((xml) =>
      xml.replaceAll('saml:Assertion', 'Assertion').replace('<Assertion ', '<Assertion xmlns="" '),
    ),
  ],
  [
    'an evil assertion in a default namespace precedes the signed one',
    'one-assertion',
    (key) => (answer) => {
      const bare = evil(answer).replaceAll('saml:', '').replace('xmlns:saml', 'xmlns');
      return writeResponse(answer, bare + signedBy(key, writeAssertion(answer)));
    },
  ],
  [
    'two prefixes stand for SAML, an assertion under each',
    'one-assertion',
    (key) => (answer) => {
      const other = evil(answer).replaceAll('saml:', 'saml2:').replace('xmlns:saml', 'xmlns:saml2');
      return writeResponse(answer, signedBy(key, writeAssertion(answer)) + other);
    },
  ],
  [
    'a second ID in another namespace is what the signature names',
    'signature-form',
    (key) => (answer) => {
      const signature = signatureOf(writeAssertion(answer, '_good'), { key });
      const twin = evil(answer, '_evil').replace(' ID=', ' xmlns:x="urn:x" x:ID="_good" ID=');
      return writeResponse(answer, altered(twin, '</saml:Issuer>', `</saml:Issuer>${signature}`));
    },
  ],
  [
    'the signature is that of another assertion with the same ID',
    'signature',
    (key) => (answer) => {
      const signature = signatureOf(writeAssertion(answer, '_same'), { key });
      return writeResponse(
        answer,
        altered(evil(answer, '_same'), '</saml:Issuer>', `</saml:Issuer>${signature}`),
      );
    },
  ],
  [
    "the signature is that of the identity provider's metadata",
    'signature',
    (key) => (answer) => {
      const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" ID="_same"></md:EntityDescriptor>`;
      const signature = signatureOf(metadata, { key });
      return writeResponse(
        answer,
        altered(evil(answer, '_same'), '</saml:Issuer>', `</saml:Issuer>${signature}`),
      );
    },
  ],
  [
    'the digest is that of nothing, and a namespace is relative',
    'signature',
    (key) => (answer) => {
      const alter = (info: string) => info.replace(/(<ds:DigestValue>)[^<]*/, `$1${sha256('')}`);
      return writeResponse(
        answer,
        signedBy(key, evil(answer).replace(' ID=', ' xmlns:x="1" ID='), { alter }),
      );
    },
  ],
  [
    'a comment in the digest',
    'comment',
    after((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><!--x-->')),
  ],
  [
    'a section in the digest',
    'signature-form',
    after((xml) => xml.replace('<ds:DigestValue>', '<ds:DigestValue><![CDATA[AAAA]]>')),
  ],
  [
    'a line break in the Reference',
    'signature-form',
    after((xml) => xml.replace(/URI="([^"]*)"/, 'URI="$1\n"')),
  ],
  [
    'a second SignedInfo within the first',
    'signature-form',
    after((xml) =>
      xml.replace(/<ds:SignedInfo>(.*)<\/ds:SignedInfo>/, '<ds:SignedInfo>$1$&</ds:SignedInfo>'),
    ),
  ],
  [
    'a second SignedInfo in KeyInfo, and the first one altered',
    'signature',
    after((xml) =>
      xml.replace(
        /(<ds:SignedInfo>.*<\/ds:SignedInfo>)(.*)<\/ds:Signature>/,
        (_all, info: string, rest: string) =>
          `${info.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>AAAA')}${rest}<ds:KeyInfo>${info}</ds:KeyInfo></ds:Signature>`,
      ),
    ),
  ],
  [
    'the namespace of signatures is another, so that there seems to be none',
    'unsigned',
    after((xml) => xml.replace('http://www.w3.org/2000/09/xmldsig#"', 'urn:x"')),
  ],
  [
    'a document type that readers end in different places',
    'dtd',
    after((xml) => `<!DOCTYPE r [<!NOTATION x PUBLIC '"><!--'>]>${xml}`),
  ],
  ...['version="1.0" encoding="utf-16"', 'version="1.0" encoding="UTF-7"', 'version="1.1"'].map(
    (declared): [string, string, Forge] => [
      `a declaration with ${declared}`,
      'processing-instruction',
      after((xml) => `<?xml ${declared}?>${xml}`),
    ],
  ),
  [
    'the person changed by a character reference',
    'signature',
    after((xml) => xml.replace('ada-1815', '&#109;allory')),
  ],
  [
    'an audience that only begins like ours',
    'audience',
    before((text) => text.replace('/metadata<', '/metadata.evil<')),
  ],
  [
    'an audience in capitals',
    'audience',
    before((text) => text.replace(/<saml:Audience>[^<]*/, (found) => found.replace('latchkey', 'Latchkey'))),
  ],
  [
    'several audiences, none of them ours',
    'audience',
    before((text) =>
      text.replace(
        /<saml:Audience>[^<]*<\/saml:Audience>/,
        '<saml:Audience>a</saml:Audience><saml:Audience>b</saml:Audience>',
      ),
    ),
  ],
  [
    'an audience that contains ours',
    'audience',
    before((text) =>
      text.replace(
        /<saml:Audience>[^<]*<\/saml:Audience>/,
        '<saml:Audience><saml:Audience>$&</saml:Audience></saml:Audience>',
      ),
    ),
  ],
  ...['?x=1', '#x', '/', '%20', ' '].map((more): [string, string, Forge] => [
    `a Recipient with ${more} at its end`,
    'recipient',
    before((text, { acsUrl }) => text.replace(`Recipient="${acsUrl}`, `Recipient="${acsUrl}${more}`)),
  ]),
  ...['?x=1', '#x', ' '].map((more): [string, string, Forge] => [
    `a Destination with ${more} at its end`,
    'destination',
    after((xml) => xml.replace('/acs" ID', `/acs${more}" ID`)),
  ]),
  [
    'two confirmations, neither of them right in all',
    'in-response-to',
    before((text) =>
      text.replace(
        confirmation,
        (found) =>
          found.replace('InResponseTo="', 'InResponseTo="x') + found.replace('Recipient="', 'Recipient="x'),
      ),
    ),
  ],
  [
    'a confirmation without data beside one by another method',
    'confirmation',
    before((text) =>
      text.replace(
        confirmation,
        (found) =>
          found.replace('cm:bearer', 'cm:holder-of-key') +
          found.replace(/<saml:SubjectConfirmationData.*Data>/, ''),
      ),
    ),
  ],
  ...[
    '10000-01-01T00:00:00Z',
    ' 2036-01-01T00:00:00Z',
    '2036-01-01T00:00:00',
    '2036-01-01T00:00:00z',
    '2036-01-01',
    '-2036-01-01T00:00:00Z',
    '2036-01-01T00:00:00123Z',
    '2036-01-01T00:00:00,5Z',
    '2e9',
    '',
  ].map((moment): [string, string, Forge] => [
    `the end is ${JSON.stringify(moment)}`,
    moment === '' ? 'confirmation' : 'time',
    before((text) => text.replace(/ NotOnOrAfter="[^"]*" Rec/, ` NotOnOrAfter="${moment}" Rec`)),
  ]),
  [
    'a second Conditions without an end',
    'conditions',
    before((text) => text.replace('<saml:Conditions', '<saml:Conditions></saml:Conditions><saml:Conditions')),
  ],
  [
    'a StatusCode beside the first',
    'response',
    after((xml) =>
      xml.replace(
        '</samlp:StatusCode>',
        '</samlp:StatusCode><samlp:StatusCode Value="x"></samlp:StatusCode>',
      ),
    ),
  ],
  [
    'a second Status',
    'response',
    after((xml) => xml.replace('<samlp:Status>', '<samlp:Status></samlp:Status><samlp:Status>')),
  ],
  [
    'the Response in an envelope',
    'response',
    after((xml) => `<x:Envelope xmlns:x="http://schemas.xmlsoap.org/soap/envelope/">${xml}</x:Envelope>`),
  ],
];

/** Messages that only look odd: the identity provider signed what they say, or it does not count. */
export const accepted: [name: string, forge: Forge][] = [
  ['a byte order mark', after((xml) => `\uFEFF${xml}`)],
  [
    'the declaration in odd case',
    after((xml) => `<?xml version='1.0' encoding="uTf-8" standalone='no' ?>${xml}`),
  ],
  [
    'xml:base and other attributes of the response',
    after((xml) =>
      xml.replace(' ID=', ' xml:base="https://evil.example/" xmlns:x="urn:x" x:Destination="x" ID='),
    ),
  ],
  ['the ID in character references', after((xml) => xml.replace(/(<saml:Assertion [^>]*ID=")_/, '$1&#x5f;'))],
  ['the person in a section', after((xml) => xml.replace(/(<saml:NameID>)([^<]*)/, '$1<![CDATA[$2]]>'))],
  ['an audience in spaces', before((text) => text.replace(/<saml:Audience>([^<]*)/, '<saml:Audience> $1 '))],
  [
    'an end in the last year',
    before((text) => text.replace(/ NotOnOrAfter="[^"]*"/g, ' NotOnOrAfter="9999-12-31T23:59:59Z"')),
  ],
  [
    'a session without end',
    before((text) =>
      text
        .replace('<saml:AuthnStatement AuthnInstant', '<saml:AuthnStatement  AuthnInstant')
        .replace(
          /<saml:AuthnStatement {2}(AuthnInstant="[^"]*") (SessionIndex="[^"]*")/,
          '<saml:AuthnStatement $1 $2 SessionNotOnOrAfter="9999-12-31T23:59:59Z"',
        ),
    ),
  ],
];
