import type { KeySet } from './key-set.ts';

/** The claims in an application's access token (RFC 9068). `sub` is the person, or the client if it is a service. */
export type AccessTokenClaims = {
  iss: string;
  sub: string;
  aud: string;
  client_id: string;
  /** The granted scopes, separated by spaces. Missing if there are none. */
  scope?: string;
  exp: number;
  iat: number;
  jti: string;
  /** The session. A service has none. */
  sid?: string;
  org_id?: string;
  org_role?: string;
  /** With scope `organization`. Many permissions are left out: ask Latchkey then. */
  organization?: {
    id: string;
    slug: string;
    role: string;
    roles: string[];
    permissions?: string[];
  };
  permissions?: string[];
};

/** What a token must be for. */
type Expected = { issuer: string; audience: string | undefined; clientIds: readonly unknown[] | undefined };

/** Allows for clocks that differ a little. */
const leewaySeconds = 5;

/** The token's claims, or why it isn't valid. Needs only the keys. */
export async function readAccessToken(
  keys: KeySet,
  token: unknown,
  expected: Expected,
): Promise<AccessTokenClaims | { fault: string }> {
  // Only this exact form: decoders are lenient, and a token must have only one spelling.
  const parts = typeof token === 'string' ? /^([\w-]+)\.([\w-]+)\.([\w-]+)$/.exec(token) : null;
  if (!parts) return { fault: "The access token is missing or isn't one of Latchkey's." };
  const [, head = '', body = '', signature = ''] = parts;
  const header = jsonIn(head);
  if (header?.typ !== 'at+jwt' || typeof header.kid !== 'string' || 'crit' in header || 'b64' in header)
    return { fault: "This isn't an application's access token." };
  const key = await keys.find(header.kid);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (key?.algorithm !== header.alg || !(await key?.verify(bytesIn(signature), signed)))
    return { fault: "The access token wasn't signed by Latchkey." };
  const claims = (jsonIn(body) ?? {}) as AccessTokenClaims;
  const fault = faultIn(claims, expected);
  return fault === undefined ? claims : { fault };
}

function faultIn(
  { iss, aud, exp, nbf, client_id }: AccessTokenClaims & { nbf?: unknown },
  { issuer, audience, clientIds }: Expected,
): string | undefined {
  if (iss !== issuer) return `The access token wasn't issued by ${issuer}.`;
  if (audience === undefined) return 'No audience is configured.';
  if (aud !== audience) return `The access token isn't for ${audience}.`;
  if (clientIds && !(client_id && clientIds.includes(client_id)))
    return "The access token was issued to an application that isn't accepted here.";
  const now = Date.now() / 1000;
  // Anything but a number is no time, and neither is one beyond what a number holds.
  if (!Number.isFinite(exp) || exp + leewaySeconds <= now) return 'The access token has expired.';
  const hasBegun = nbf === undefined || (Number.isFinite(nbf) && Number(nbf) - leewaySeconds <= now);
  return hasBegun ? undefined : "The access token isn't valid yet.";
}

/** Empty if it isn't base64url, or not in its one spelling: decoders ignore the last bits. */
function bytesIn(base64url: string): Uint8Array<ArrayBuffer> {
  try {
    const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
    const text = atob(base64);
    if (btoa(text).replace(/=+$/, '') !== base64) return new Uint8Array();
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return bytes;
  } catch {
    return new Uint8Array();
  }
}

function jsonIn(base64url: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesIn(base64url)));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
