import { inflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type AuthnRequest, isSignInUrl, requestUrl } from './request.ts';

const request: AuthnRequest = {
  id: '_1234',
  signInUrl: 'https://idp.example/sso',
  acsUrl: 'https://latchkey.example/api/auth/sso/1/acs',
  issuer: 'https://latchkey.example/api/auth/sso/1/metadata',
  relayState: 'state',
  forceAuthn: false,
  now: new Date('2026-03-01T12:00:00.000Z'),
};
const sentBy = (changes: Partial<AuthnRequest> = {}) => {
  const url = new URL(requestUrl({ ...request, ...changes }));
  return inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString();
};

describe('the request', () => {
  test('says what the provider needs, and nothing that Entra ID refuses', () => {
    expect(sentBy()).toBe(
      [
        '<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1234" Version="2.0"',
        ' IssueInstant="2026-03-01T12:00:00.000Z" Destination="https://idp.example/sso"',
        ' AssertionConsumerServiceURL="https://latchkey.example/api/auth/sso/1/acs"',
        ' ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST">',
        '<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">https://latchkey.example/api/auth/sso/1/metadata</saml:Issuer>',
        '</samlp:AuthnRequest>',
      ].join(''),
    );
  });

  test('asks for a new sign-in only if told', () => {
    expect(sentBy({ forceAuthn: true })).toContain(' ForceAuthn="true"');
    expect(sentBy()).not.toContain('ForceAuthn');
  });

  test('keeps what is in the address, as it is written there', () => {
    const url = requestUrl({ ...request, signInUrl: 'https://idp.example/sso?tenant=a%20b+c&x#top' });
    expect(url).toMatch(
      /^https:\/\/idp\.example\/sso\?tenant=a%20b\+c&x&SAMLRequest=[^&]+&RelayState=state$/,
    );
  });

  test('is well-formed, whatever the address', () => {
    expect(sentBy({ signInUrl: 'https://idp.example/?a="<&\'' })).toContain('?a=&#34;&#60;&#38;&#39;"');
  });

  test('has a RelayState of at most 80 bytes', () => {
    expect(requestUrl({ ...request, relayState: 'x'.repeat(80) })).toContain(`RelayState=${'x'.repeat(80)}`);
    expect(() => requestUrl({ ...request, relayState: 'ä'.repeat(41) })).toThrow('80 bytes');
  });
});

describe('the address of the sign-in page', () => {
  test.each(['https://idp.example/sso', 'https://idp.example:8443/sso?a=b', 'http://127.0.0.1:4000/'])(
    'may be %s',
    (url) => {
      expect(isSignInUrl(url, false)).toBe(true);
    },
  );

  test.each([
    '',
    '/sso',
    'idp.example',
    'javascript:alert(1)',
    'ftp://idp.example/',
    'https://a:b@idp.example/',
    'https://a@idp.example/',
    'https://idp.example/a b',
    ' https://idp.example/',
  ])('is not "%s"', (url) => {
    expect(isSignInUrl(url, false)).toBe(false);
  });

  test('has https in production', () => {
    expect(isSignInUrl('http://idp.example/', true)).toBe(false);
    expect(isSignInUrl('https://idp.example/', true)).toBe(true);
  });
});
