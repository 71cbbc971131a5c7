import { describe, expect, test } from 'vitest';
import { makeSelfSigned } from '../../../../testing/certificates.ts';
import { altered } from '../../../../testing/saml/exchange.ts';
import { readMetadata, writeMetadata } from './metadata.ts';

const bodyOf = ({ certificate }: { certificate: string }) => certificate.replace(/-----[^-]+-----|\n/g, '');
const [first, second] = [1, 2].map((at) => makeSelfSigned({ commonName: `${at}`, rsaBits: 2048 }));
if (!first || !second) throw new Error('two certificates are needed');

const keyDescriptor = (body: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${body}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const provider = (entityId: string, keys: string) => `
  <md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      ${keys}
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
      <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso?a=1&amp;b=2"/>
    </md:IDPSSODescriptor>
  </md:EntityDescriptor>`;
const good = provider('https://idp.example/', keyDescriptor(bodyOf(first)));
const federation = (...entities: string[]) =>
  `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${entities.join('')}</md:EntitiesDescriptor>`;

describe("an identity provider's metadata", () => {
  test('gives the entity ID, the address and the certificates', () => {
    expect(readMetadata(good)).toEqual({
      entityId: 'https://idp.example/',
      signInUrl: 'https://idp.example/sso?a=1&b=2',
      certificates: [expect.objectContaining({ pem: first.certificate })],
    });
  });

  test('may have a declaration, comments, a list around it and a service provider beside it', () => {
    const ours = writeMetadata({ entityId: 'https://x.example/', acsUrl: 'https://x.example/acs' }).replace(
      /^.*\n/,
      '',
    );
    const xml = `<?xml version="1.0"?><!-- ours --><?x y?>${federation(good, ours)}`;
    expect(readMetadata(xml)).toMatchObject({ entityId: 'https://idp.example/' });
  });

  test('gives the keys that sign, once each, and leaves out those that are not accepted', () => {
    const short = makeSelfSigned({ commonName: 'short', rsaBits: 1024 });
    const keys = [
      keyDescriptor(bodyOf(first)),
      keyDescriptor(bodyOf(first).replace(/.{64}/g, '$&\n'), ''),
      keyDescriptor(bodyOf(second), ' use="encryption"'),
      keyDescriptor(bodyOf(short)),
    ];
    expect(readMetadata(provider('https://idp.example/', keys.join('')))).toMatchObject({
      certificates: [{ pem: first.certificate }],
    });
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><html></html>'],
    ['an entity that is expanded', `<!DOCTYPE x [<!ENTITY e "x">]>${good}`],
    [
      'two identity providers',
      federation(good, provider('https://other.example/', keyDescriptor(bodyOf(second)))),
    ],
    [
      'only a service provider',
      writeMetadata({ entityId: 'https://x.example/', acsUrl: 'https://x.example/acs' }),
    ],
    ['no entity ID', altered(good, ' entityID="https://idp.example/"', '')],
    ['no HTTP-Redirect', altered(good, 'HTTP-Redirect', 'SOAP')],
    ['no certificate', provider('https://idp.example/', '')],
    [
      'a crowd of certificates',
      provider('https://idp.example/', keyDescriptor(bodyOf(first)) + keyDescriptor('AAAA').repeat(20)),
    ],
    [
      'an address of another document',
      good.replace('<md:IDP', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><md:IDP'),
    ],
    ['a provider in a provider', altered(good, '<md:IDPSSO', `${good}<md:IDPSSO`)],
    ['no SAML 2.0', altered(good, 'SAML:2.0:protocol', 'SAML:1.1:protocol')],
    ['another namespace', altered(good, 'SAML:2.0:metadata', 'SAML:1.0:metadata')],
  ])('is refused if it is %s', (_name, xml) => {
    expect(readMetadata(xml)).toEqual({ unusable: { key: expect.stringMatching(/^sso\./), values: expect.any(Object) } });
  });
});

test('our metadata is well-formed whatever the address', () => {
  const xml = writeMetadata({ entityId: 'https://x.example/?a="<&', acsUrl: "https://x.example/'acs" });
  expect(xml).toContain('entityID="https://x.example/?a=&#34;&#60;&#38;"');
  expect(xml).toContain('AuthnRequestsSigned="false" WantAssertionsSigned="true"');
});
