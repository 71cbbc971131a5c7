import { createPublicKey, type KeyObject } from 'node:crypto';
import { signJwt } from '../jwt.ts';
import { rsaKey } from '../rsa-keys.ts';
import { startLoopback } from './provider.ts';

type Claims = Record<string, unknown>;
/** What a sign-in sends along with the browser. */
type Asked = { url: string; nonce: string; clientId: string };

/** What the provider answers instead of the truth. `raw`: bodies as they are, by path. */
export type Lies = {
  discovery?: Claims;
  jwks?: unknown[];
  idToken?: (asked: Asked) => string;
  claims?: Claims;
  userinfo?: Claims;
  raw?: Record<string, string>;
};
export type Hostile = Awaited<ReturnType<typeof startHostileProvider>>;

/**
 * An OpenID provider that says what a test wants. It has no page to sign in on: the test comes back with any code, and
 * sets beforehand what the endpoints answer.
 */
export async function startHostileProvider() {
  const key = rsaKey('hostile');
  const publicKey = createPublicKey(key);
  const told: { lies: Lies; asked?: Asked } = { lies: {} };

  const loopback = await startLoopback((url) => (request, response) => {
    const { pathname } = new URL(request.url ?? '/', url);
    const { lies, asked = { url, nonce: '', clientId: '' } } = told;
    const bodies: Record<string, unknown> = {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        userinfo_endpoint: `${url}/me`,
        ...lies.discovery,
      },
      '/jwks': { keys: lies.jwks ?? [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig' }] },
      '/token': {
        access_token: 'an-access-token',
        token_type: 'Bearer',
        id_token: lies.idToken?.(asked) ?? jwt(key, claimsOf(asked, lies.claims)),
      },
      '/me': { sub: 'ada', ...lies.userinfo },
    };
    const body = lies.raw?.[pathname] ?? JSON.stringify(bodies[pathname] ?? {});
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return { ...loopback, key, publicKey, told };
}

/** The claims of a good ID token, and others over them. */
export function claimsOf({ url, nonce, clientId }: Asked, more: Claims = {}): Claims {
  const now = Math.floor(Date.now() / 1000);
  return { iss: url, aud: clientId, sub: 'ada', nonce, iat: now, exp: now + 900, ...more };
}

/** Signed with RS256, whatever the header says beside it. */
export function jwt(key: KeyObject, claims: Claims, header: Claims = {}): string {
  return signJwt(key, claims, { kid: 'k', ...header });
}
