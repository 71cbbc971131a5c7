import { createDecoder } from 'fast-jwt';
import type { Claims, TokenType } from './open-key.ts';
import type { Oidc } from './parts.ts';

const decode = createDecoder({ complete: true });

/** What a token of ours says, whenever it was issued. The key it names decides how it must be signed, not its header. */
export async function readToken(
  { keys, issuer }: Oidc,
  token: string,
  type: TokenType,
): Promise<Claims | undefined> {
  const kid = kidOf(token);
  const key = kid === undefined ? undefined : await keys.find(kid);
  const claims = key?.verify(token, type);
  return claims?.iss === issuer ? claims : undefined;
}

/** The same, unless it has expired. */
export async function readLiveToken(
  oidc: Oidc,
  token: string,
  type: TokenType,
  now: Date,
): Promise<Claims | undefined> {
  const claims = await readToken(oidc, token, type);
  return typeof claims?.exp === 'number' && claims.exp * 1000 > now.getTime() ? claims : undefined;
}

function kidOf(token: string): string | undefined {
  try {
    const { header } = decode(token) as { header: Record<string, unknown> };
    return typeof header.kid === 'string' ? header.kid : undefined;
  } catch {
    return undefined;
  }
}
