import { describe, expect, test } from 'vitest';
import { makeSelfSigned } from '../../../../testing/certificates.ts';
import {
  encode,
  exclusiveC14n,
  sign,
  signatureOf,
  writeAssertion,
  writeResponse,
} from '../../../../testing/saml/answer.ts';
import {
  altered,
  answer,
  answerWith,
  attacker,
  expected,
  genuinely,
  outcomeOf,
  provider,
} from '../../../../testing/saml/exchange.ts';
import { readResponse } from './response.ts';

const same = (text: string) => text;
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const assertion = writeAssertion(answer);
const signedResponse = (inner: string) => genuinely(writeResponse(answer, inner));

describe('what is signed', () => {
  test('the assertion, the response or both', () => {
    expect(outcomeOf(answerWith(same))).toBe('signs in ada-1815');
    expect(outcomeOf(signedResponse(assertion))).toBe('signs in ada-1815');
    expect(outcomeOf(signedResponse(genuinely(assertion)))).toBe('signs in ada-1815');
  });

  test('not neither', () => {
    expect(outcomeOf(writeResponse(answer, assertion))).toBe('unsigned');
  });

  test('every signature must verify, even if one of them covers the assertion', () => {
    const byAttacker = sign(assertion, { key: attacker.key });
    expect(outcomeOf(signedResponse(byAttacker))).toBe('signature');
    const outer = sign(writeResponse(answer, genuinely(assertion)), { key: attacker.key });
    expect(outcomeOf(outer)).toBe('signature');
  });

  test('an altered assertion is refused, whichever part was signed', () => {
    expect(outcomeOf(altered(answerWith(same), 'ada-1815', 'mallory'))).toBe('signature');
    expect(outcomeOf(altered(signedResponse(assertion), 'ada-1815', 'mallory'))).toBe('signature');
    expect(outcomeOf(altered(answerWith(same), '>ada@acme.example<', '>mallory@acme.example<'))).toBe(
      'signature',
    );
  });

  test('of a signed response, its own statements are signed, too', () => {
    expect(outcomeOf(altered(signedResponse(assertion), 'Destination="', 'Destination="x'))).toBe(
      'signature',
    );
  });

  test('a signed message of another kind is no assertion', () => {
    const other = genuinely(assertion.replaceAll('saml:Assertion', 'saml:Statement'));
    expect(outcomeOf(writeResponse(answer, other))).toBe('one-assertion');
  });
});

describe('which key counts', () => {
  const others = [1, 2, 3].map((at) => makeSelfSigned({ commonName: `${at}`, rsaBits: 2048 }).certificate);

  test('any of the four certificates', () => {
    const certificates = [...others, provider.certificate];
    expect(outcomeOf(answerWith(same), { certificates })).toBe('signs in ada-1815');
    expect(outcomeOf(answerWith(same), { certificates: others })).toBe('signature');
  });

  test('an expired certificate', () => {
    const old = makeSelfSigned({ commonName: 'old', rsaBits: 2048, valid: { from: -30, to: -1 } });
    const xml = writeResponse(answer, sign(assertion, { key: old.key }));
    expect(outcomeOf(xml, { certificates: [old.certificate] })).toBe('signs in ada-1815');
  });

  test("not the attacker's own, which KeyInfo offers", () => {
    const body = attacker.certificate.replace(/-----[^-]+-----|\s/g, '');
    const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
    expect(outcomeOf(writeResponse(answer, sign(assertion, { key: attacker.key, keyInfo })))).toBe(
      'signature',
    );
    expect(outcomeOf(answerWith(same, { keyInfo }))).toBe('signs in ada-1815');
  });

  test('nothing in KeyInfo is read, whatever it is called', () => {
    const inside = signatureOf(assertion, { key: attacker.key }).replace('<ds:Signature ', '<ds:Other ');
    const keyInfo = `<ds:KeyInfo>${inside.replace('</ds:Signature>', '</ds:Other>')}</ds:KeyInfo>`;
    expect(outcomeOf(answerWith(same, { keyInfo }))).toBe('signs in ada-1815');
  });
});

describe('algorithms', () => {
  const more = 'http://www.w3.org/2001/04/xmldsig-more';

  test.each(['256', '384', '512'])('SHA-%s signs', (size) => {
    const digestAlgorithm = size === '384' ? `${more}#sha384` : `http://www.w3.org/2001/04/xmlenc#sha${size}`;
    const xml = answerWith(same, { signatureAlgorithm: `${more}#rsa-sha${size}`, digestAlgorithm });
    expect(outcomeOf(xml)).toBe('signs in ada-1815');
    expect(outcomeOf(altered(xml, 'ada-1815', 'mallory'))).toBe('signature');
  });

  test('SHA-1 signs nothing, and digests nothing', () => {
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
    const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    expect(outcomeOf(answerWith(same, { signatureAlgorithm: rsaSha1 }))).toBe('signature-algorithm');
    expect(outcomeOf(answerWith(same, { digestAlgorithm: sha1 }))).toBe('signature-algorithm');
  });

  test.each(['http://www.w3.org/2000/09/xmldsig#hmac-sha1', `${more}#hmac-sha256`])(
    'no HMAC with the certificate as its secret: %s',
    (signatureAlgorithm) => {
      const forged = sign(assertion, { key: provider.certificate, signatureAlgorithm });
      expect(outcomeOf(writeResponse(answer, forged))).toBe('signature-algorithm');
    },
  );

  test.each(['none', 'constructor', '__proto__', 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256'])(
    'not %s',
    (name) => {
      expect(outcomeOf(answerWith(same, { signatureAlgorithm: name }))).toBe('signature-algorithm');
      expect(outcomeOf(answerWith(same, { digestAlgorithm: name }))).toBe('signature-algorithm');
    },
  );

  test.each([
    `${exclusiveC14n}WithComments`,
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
    'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
    'http://www.w3.org/2006/12/xml-c14n11',
  ])('no canonicalization but the exclusive one without comments: %s', (c14n) => {
    expect(outcomeOf(answerWith(same, { c14n }))).toBe('signature-algorithm');
    expect(outcomeOf(answerWith(same, { transforms: [enveloped, c14n] }))).toBe('signature-algorithm');
  });

  test.each([
    [[enveloped]],
    [[exclusiveC14n]],
    [[]],
    [[exclusiveC14n, enveloped]],
    [[enveloped, exclusiveC14n, exclusiveC14n]],
    [['http://www.w3.org/TR/1999/REC-xslt-19991116', exclusiveC14n]],
    [['http://www.w3.org/TR/1999/REC-xpath-19991116', exclusiveC14n]],
    [['http://www.w3.org/2000/09/xmldsig#base64', exclusiveC14n]],
  ])('no other transforms: %s', (transforms) => {
    expect(outcomeOf(answerWith(same, { transforms }))).toMatch(/^signature-(form|algorithm)$/);
  });

  test('an administrator is told which algorithm is refused', () => {
    const rsaSha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
    const result = readResponse(encode(answerWith(same, { signatureAlgorithm: rsaSha1 })), expected);
    expect(result).toMatchObject({ error: 'sso_failed', message: expect.stringContaining(rsaSha1) });
  });
});

describe('prefixes that canonicalization includes', () => {
  const typed = (text: string) => altered(text, ' ID=', ' xmlns:xs="http://www.w3.org/2001/XMLSchema" ID=');

  test('are covered by the signature', () => {
    const xml = answerWith(typed, { prefixList: 'xs' });
    expect(outcomeOf(xml)).toBe('signs in ada-1815');
    expect(outcomeOf(altered(xml, 'http://www.w3.org/2001/XMLSchema"', 'urn:other"'))).toBe('signature');
  });

  test('may be declared by the response', () => {
    const declaration = ' xmlns:xs="http://www.w3.org/2001/XMLSchema"';
    const inside = genuinely(typed(assertion), { prefixList: 'xs' });
    const outside = altered(
      writeResponse(answer, inside.replace(declaration, '')),
      ' xmlns:samlp',
      `${declaration} xmlns:samlp`,
    );
    expect(outcomeOf(outside)).toBe('signs in ada-1815');
    expect(outcomeOf(outside.replace('2001/XMLSchema', 'other'))).toBe('signature');
  });
});

describe('the form of a signature', () => {
  const forms: [string, (signedInfo: string) => string][] = [
    ['an empty Reference URI', (info) => altered(info, /URI="[^"]*"/, 'URI=""')],
    ['no Reference URI', (info) => altered(info, / URI="[^"]*"/, '')],
    ['the URI of another element', (info) => altered(info, /URI="[^"]*"/, 'URI="#other"')],
    ['an XPointer', (info) => altered(info, /URI="[^"]*"/, 'URI="#xpointer(/)"')],
    ['an address elsewhere', (info) => altered(info, /URI="[^"]*"/, 'URI="https://attacker.example/"')],
    [
      'two References',
      (info) => info.replace(/<ds:Reference.*<\/ds:Reference>/, (reference) => reference + reference),
    ],
    ['no Reference', (info) => altered(info, /<ds:Reference.*<\/ds:Reference>/, '')],
    [
      'a second digest',
      (info) => altered(info, '<ds:DigestValue>', '<ds:DigestValue>AAAA</ds:DigestValue><ds:DigestValue>'),
    ],
    ['an empty digest', (info) => altered(info, /<ds:DigestValue>[^<]*/, '<ds:DigestValue>')],
    [
      'a second algorithm, in another namespace',
      (info) =>
        altered(
          info,
          '<ds:DigestMethod Algorithm',
          '<ds:DigestMethod xmlns:x="urn:x" x:Algorithm="none" Algorithm',
        ),
    ],
    [
      'an element of another namespace',
      (info) => altered(info, '<ds:Reference ', '<x:Reference xmlns:x="urn:x"></x:Reference><ds:Reference '),
    ],
    [
      'a length that cuts the signature',
      (info) =>
        altered(
          info,
          '</ds:SignatureMethod>',
          '<ds:HMACOutputLength>1</ds:HMACOutputLength></ds:SignatureMethod>',
        ),
    ],
  ];
  test.each(forms)('has not %s', (_name, alter) => {
    expect(outcomeOf(answerWith(same, { alter }))).toBe('signature-form');
  });

  const whole: [string, (message: string) => string][] = [
    ['an Object', (xml) => altered(xml, '</ds:Signature>', '<ds:Object></ds:Object></ds:Signature>')],
    [
      'a second SignedInfo',
      (xml) => xml.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/, (info) => info + info),
    ],
    [
      'a second SignatureValue',
      (xml) =>
        altered(xml, '</ds:SignatureValue>', '</ds:SignatureValue><ds:SignatureValue>AA</ds:SignatureValue>'),
    ],
    [
      'its SignedInfo last',
      (xml) =>
        xml.replace(
          /(<ds:SignedInfo>.*<\/ds:SignedInfo>)(<ds:SignatureValue>.*<\/ds:SignatureValue>)/,
          '$2$1',
        ),
    ],
    ['no SignatureValue', (xml) => altered(xml, /<ds:SignatureValue>[^<]*<\/ds:SignatureValue>/, '')],
    ['an empty SignatureValue', (xml) => altered(xml, /<ds:SignatureValue>[^<]*/, '<ds:SignatureValue>')],
    [
      'a SignatureValue in pieces',
      (xml) => altered(xml, '<ds:SignatureValue>', '<ds:SignatureValue><![CDATA[AAAA]]>'),
    ],
    ['no SignedInfo', (xml) => altered(xml, /<ds:SignedInfo>.*<\/ds:SignedInfo>/, '')],
    [
      'nothing at all',
      (xml) =>
        altered(
          xml,
          /(<ds:Signature [^>]*>).*(<\/ds:Signature>)/,
          '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"></ds:Signature>',
        ),
    ],
  ];
  test.each(whole)('is not one with %s', (_name, alter) => {
    expect(outcomeOf(alter(answerWith(same)))).toBe('signature-form');
  });

  test('an unsigned element that has no ID cannot be signed by an empty reference', () => {
    const noId = assertion.replace(/ ID="[^"]*"/, '');
    expect(outcomeOf(writeResponse(answer, sign(noId, { key: provider.key, uri: '#' })))).toBe(
      'signature-form',
    );
  });
});

describe('the place of a signature', () => {
  const signature = signatureOf(assertion, { key: provider.key });
  const places: [string, string][] = [
    ['the subject', altered(assertion, '<saml:NameID>', `${signature}<saml:NameID>`)],
    [
      'the conditions',
      altered(assertion, '<saml:AudienceRestriction>', `${signature}<saml:AudienceRestriction>`),
    ],
    ['an attribute', altered(assertion, '<saml:AttributeValue>a<', `<saml:AttributeValue>${signature}<`)],
  ];
  test.each(places)('is not %s', (_name, assertionAround) => {
    expect(outcomeOf(writeResponse(answer, assertionAround))).toBe('signature-place');
  });

  test("is not the response, if it is the assertion's", () => {
    const xml = altered(writeResponse(answer, assertion), '<samlp:Status>', `${signature}<samlp:Status>`);
    expect(outcomeOf(xml)).toBe('signature-form');
  });

  test('is not taken by two', () => {
    const twice = altered(genuinely(assertion), '<ds:Signature ', `${signature}<ds:Signature `);
    expect(outcomeOf(writeResponse(answer, twice))).toBe('signature-place');
  });

  test('is not Extensions, beside a good one', () => {
    const extensions = `<samlp:Extensions>${signature}</samlp:Extensions><samlp:Status>`;
    expect(outcomeOf(altered(answerWith(same), '<samlp:Status>', extensions))).toBe('signature-place');
  });
});
