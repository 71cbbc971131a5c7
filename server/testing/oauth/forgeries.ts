import { createHmac } from 'node:crypto';
import { rsaKey } from '../rsa-keys.ts';
import { claimsOf, type Hostile, jwt, type Lies } from './hostile.ts';

type Claims = Record<string, unknown>;
type Forge = (about: { domain: string; hostile: Hostile }) => Lies & { query?: string };

const ada = (domain: string, more: Claims = {}) => ({ sub: 'ada', email: `ada@${domain}`, ...more });
const saying =
  (more: Claims): Forge =>
  ({ domain }) => ({ claims: ada(domain, more), userinfo: { sub: more.sub ?? 'ada' } });
const arriving =
  (query: string): Forge =>
  ({ domain }) => ({ claims: ada(domain), query });
const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hs256 = (secret: string, header: Claims, claims: Claims) => {
  const text = `${json({ alg: 'HS256', ...header })}.${json(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const other = rsaKey('other');
const soon = () => Math.floor(Date.now() / 1000);

/** Answers of an OpenID provider that must sign no one in, and the error that the browser is sent away with. */
export const refused: [name: string, error: string, forge: Forge][] = [
  ['a sub with NUL', 'sso_failed', saying({ sub: 'a\0da' })],
  [
    'a sub with half a character, which the database would take for another',
    'sso_failed',
    saying({ sub: 'a\ud800da' }),
  ],
  ['an endless sub', 'sso_failed', saying({ sub: 'a'.repeat(1_001) })],
  ['an empty sub', 'sso_failed', saying({ sub: '' })],
  ['a sub that is a number', 'sso_failed', saying({ sub: 5 })],
  [
    'a list of addresses',
    'sso_email_not_allowed',
    ({ domain }) => saying({ email: [`ada@${domain}`] })({ domain } as never),
  ],
  [
    'an address that userinfo calls unverified',
    'sso_email_not_allowed',
    ({ domain }) => ({ claims: ada(domain), userinfo: ada(domain, { email_verified: false }) }),
  ],
  [
    'an address that the ID token calls unverified without naming it',
    'sso_email_not_allowed',
    ({ domain }) => ({ claims: { email_verified: 'false' }, userinfo: ada(domain) }),
  ],
  [
    'an address elsewhere, beside a user name here',
    'sso_email_not_allowed',
    ({ domain }) =>
      saying({ email: 'ada@elsewhere.test', preferred_username: `ada@${domain}` })({ domain } as never),
  ],
  [
    'userinfo of another person',
    'sso_failed',
    ({ domain }) => ({ claims: ada(domain), userinfo: { sub: 'other' } }),
  ],
  ['userinfo of no one', 'sso_failed', ({ domain }) => ({ claims: ada(domain), raw: { '/me': '{}' } })],
  [
    'userinfo that is a page',
    'sso_failed',
    ({ domain }) => ({ claims: ada(domain), raw: { '/me': '<html>' } }),
  ],
  [
    'an issuer with a slash more',
    'sso_failed',
    ({ domain, hostile }) => ({ claims: ada(domain, { iss: `${hostile.url}/` }) }),
  ],
  ['an audience of two, without azp', 'sso_failed', saying({ aud: ['latchkey', 'other'] })],
  ['an audience of two, for the other', 'sso_failed', saying({ aud: ['latchkey', 'other'], azp: 'other' })],
  ['an ID token that is over', 'sso_failed', saying({ exp: soon() - 3_600 })],
  ['an ID token without end', 'sso_failed', saying({ exp: undefined })],
  ['no nonce', 'sso_failed', saying({ nonce: undefined })],
  [
    'HS256 with the public key as its secret',
    'sso_failed',
    ({ domain, hostile: { publicKey } }) => ({
      idToken: (asked) =>
        hs256(
          String(publicKey.export({ type: 'spki', format: 'pem' })),
          { kid: 'k' },
          claimsOf(asked, ada(domain)),
        ),
    }),
  ],
  [
    'HS256 with the client secret, which discovery offers',
    'sso_failed',
    ({ domain }) => ({
      discovery: { id_token_signing_alg_values_supported: ['HS256', 'RS256'] },
      idToken: (asked) => hs256('secret', {}, claimsOf(asked, ada(domain))),
    }),
  ],
  [
    'none, which discovery offers',
    'sso_failed',
    ({ domain }) => ({
      discovery: { id_token_signing_alg_values_supported: ['none'] },
      idToken: (asked) => `${json({ alg: 'none' })}.${json(claimsOf(asked, ada(domain)))}.`,
    }),
  ],
  [
    'a key at an address in the header',
    'sso_failed',
    ({ domain, hostile }) => ({
      idToken: (asked) => jwt(other, claimsOf(asked, ada(domain)), { jku: `${hostile.url}/jwks` }),
    }),
  ],
  [
    'a key in the header',
    'sso_failed',
    ({ domain }) => ({
      idToken: (asked) => jwt(other, claimsOf(asked, ada(domain)), { jwk: other.export({ format: 'jwk' }) }),
    }),
  ],
  [
    'the name of a key that is a path',
    'sso_failed',
    ({ domain, hostile: { key } }) => ({
      idToken: (asked) => jwt(key, claimsOf(asked, ada(domain)), { kid: '../../../dev/null' }),
    }),
  ],
  [
    'a critical header that is unknown',
    'sso_failed',
    ({ domain, hostile: { key } }) => ({
      idToken: (asked) => jwt(key, claimsOf(asked, ada(domain)), { crit: ['x'], x: 1 }),
    }),
  ],
  [
    'a secret among the public keys',
    'sso_failed',
    ({ domain }) => ({
      claims: ada(domain),
      jwks: [{ kty: 'oct', k: 'AAAA', kid: 'k', alg: 'RS256' }],
    }),
  ],
  [
    'keys in a file',
    'sso_failed',
    ({ domain }) => ({ claims: ada(domain), discovery: { jwks_uri: 'file:///etc/passwd' } }),
  ],
  [
    'userinfo at an internal address',
    'sso_failed',
    ({ domain }) => ({
      claims: ada(domain),
      discovery: { userinfo_endpoint: 'http://169.254.169.254/latest' },
    }),
  ],
  [
    'discovery of another issuer',
    'sso_unavailable',
    ({ domain }) => ({
      claims: ada(domain),
      discovery: { issuer: 'https://other.example' },
    }),
  ],
  [
    'a page of the provider that is a script',
    'sso_unavailable',
    ({ domain }) => ({
      claims: ada(domain),
      discovery: { authorization_endpoint: 'javascript:alert(1)' },
    }),
  ],
  ['tokens that are a list', 'sso_failed', () => ({ raw: { '/token': '[]' } })],
  ['the issuer of another provider beside the code', 'sso_failed', arriving('&iss=https://other.example')],
  ['a second state', 'invalid_state', arriving('&state=x')],
  ['a second code', 'sso_failed', arriving('&code=x')],
  ['an ID token beside the code', 'sso_failed', arriving('&id_token=a.b.c')],
];
