import type { OpenOidcContext } from './parts.ts';

export async function getJwks({ deps }: OpenOidcContext) {
  const keys = await deps.oidc.keys.all();
  return {
    keys: keys.map(({ kid, algorithm: alg, jwk: { kty = '', n, e, crv, x, y } }) => {
      const parts = kty === 'RSA' ? { n, e } : { crv, x, y };
      return { kty, kid, use: 'sig' as const, alg, ...parts };
    }),
  };
}
