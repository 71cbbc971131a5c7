import { expect, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { exclusiveC14n, writeAssertion, writeResponse } from '../../../../testing/saml/answer.ts';
import { altered, answer, outcomeOf, provider } from '../../../../testing/saml/exchange.ts';

// The ways in which the usual identity providers write the same message: prefixes, declarations, and what is signed.

const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

function signWith(xml: string, element: string, prefix = ''): string {
  const signer = new SignedXml({
    privateKey: provider.key,
    publicCert: provider.certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: exclusiveC14n,
  });
  signer.addReference({
    xpath: `//*[local-name(.)='${element}']`,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: [enveloped, exclusiveC14n],
  });
  const issuer = `//*[local-name(.)='${element}']/*[local-name(.)='Issuer']`;
  signer.computeSignature(xml, {
    ...(prefix && { prefix }),
    location: { reference: issuer, action: 'after' },
  });
  return signer.getSignedXml();
}

const plain = writeResponse(answer, writeAssertion(answer));
const typed = plain.replaceAll(
  '<saml:AttributeValue>',
  '<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string">',
);

/** Each is read, and an altered copy is not. */
function expectRead(xml: string) {
  expect(outcomeOf(xml)).toBe('signs in ada-1815');
  expect(outcomeOf(altered(xml, 'ada-1815', 'mallory'))).toBe('signature');
}

test('Entra ID: no prefixes, the assertion signed', () => {
  const bare = plain.replaceAll(/(<\/?)saml:/g, '$1').replaceAll('xmlns:saml=', 'xmlns=');
  expectRead(signWith(bare, 'Assertion'));
  expectRead(signWith(bare, 'Response'));
});

test('Okta: a declaration, its own prefixes, both signed', () => {
  const named = typed
    .replaceAll('saml:', 'saml2:')
    .replaceAll('xmlns:saml=', 'xmlns:saml2=')
    .replaceAll('samlp', 'saml2p');
  const assertion = signWith(named, 'Assertion', 'ds');
  const both = signWith(assertion, 'Response', 'ds');
  expectRead(`<?xml version="1.0" encoding="UTF-8"?>${both}`);
});

test('Google Workspace: a declaration with standalone, only the response signed', () => {
  const named = typed
    .replaceAll('saml:', 'saml2:')
    .replaceAll('xmlns:saml=', 'xmlns:saml2=')
    .replaceAll('samlp', 'saml2p');
  expectRead(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>${signWith(named, 'Response', 'ds')}`);
});

test('Keycloak and SimpleSAMLphp: namespaces declared once, at the response', () => {
  const declaration = ' xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';
  const hoisted = altered(
    plain.replaceAll(declaration, ''),
    '<samlp:Response',
    `<samlp:Response${declaration}`,
  );
  expectRead(signWith(hoisted, 'Assertion', 'dsig'));
  expectRead(signWith(signWith(hoisted, 'Assertion', 'ds'), 'Response', 'ds'));
});

test('with line breaks and spaces between the elements, and in the signature', () => {
  const spaced = signWith(plain.replaceAll('><', '>\r\n  <'), 'Assertion', 'ds');
  expectRead(spaced);
  expectRead(
    spaced.replace(
      /(<ds:SignatureValue>)([^<]*)/,
      (_all, tag, value) => tag + value.replace(/.{64}/g, '$&\n'),
    ),
  );
});
