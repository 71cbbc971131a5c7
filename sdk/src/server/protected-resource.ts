import { LatchkeyError } from '../error.ts';
import type { AccessTokenClaims } from './access-token.ts';
import { checkedOptions, isAddress, isList, type OptionRules } from './checked-options.ts';
import { headerOf, type Incoming } from './incoming.ts';
import type { AcceptedTokens, TokenVerification } from './latchkey.ts';

export type ProtectedResourceOptions = {
  /** The address of your server, exactly as clients call it, such as https://mcp.example.com/mcp. */
  resource: string;
  /** The scopes that your server knows. */
  scopes?: readonly string[];
};

/** How your server describes itself (RFC 9728), for clients that look for their way to a token. */
export type ResourceMetadata = {
  resource: string;
  authorization_servers: string[];
  bearer_methods_supported: string[];
  scopes_supported?: string[];
};

/** `headers`: send them with the refusal. */
export type ResourceRefusal = LatchkeyError & { headers: Record<string, string> };
export type ResourceVerification =
  | { claims: AccessTokenClaims; refused?: never }
  | { claims?: never; refused: ResourceRefusal };

export type ProtectedResource = {
  /** Where your server publishes `metadata`. */
  path: string;
  metadata: ResourceMetadata;
  /** The claims of the request's access token, if it was issued for this resource and has all these scopes. */
  verify(request: Incoming, needs?: { scopes?: readonly string[] }): Promise<ResourceVerification>;
};

const wellKnown = '/.well-known/oauth-protected-resource';

const isResource = (value: unknown) => isAddress(value) && !String(value).includes('#');
const orLeftOut = (value: unknown) => value === undefined || isList(value);
const knownOptions: OptionRules = {
  resource: { mustBe: 'the address of your server, without a fragment', is: isResource },
  scopes: { mustBe: 'a list of scopes', is: orLeftOut },
};
const knownNeeds: OptionRules = { scopes: { mustBe: 'a list of scopes', is: orLeftOut } };

type Verify = (token: string | undefined, accepted: AcceptedTokens) => Promise<TokenVerification>;

export function createProtectedResource(
  given: ProtectedResourceOptions,
  issuer: string,
  verifyToken: Verify,
): ProtectedResource {
  const options = checkedOptions('protectedResource', given, knownOptions);
  if (!isResource(options.resource)) throw new TypeError('protectedResource: resource is missing.');
  const { resource, scopes } = options;
  const { origin, pathname, search } = new URL(resource);
  const path = `${wellKnown}${pathname === '/' ? '' : pathname}${search}`;
  const metadata = {
    resource,
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    ...(scopes && { scopes_supported: [...scopes] }),
  };
  const refusal = (refused: LatchkeyError, error: string | undefined, needed: readonly string[]) => {
    const parts = [
      ...(error ? [`error="${error}"`] : []),
      `resource_metadata="${origin}${path}"`,
      ...(needed.length > 0 ? [`scope="${needed.join(' ')}"`] : []),
    ];
    const headers: Record<string, string> =
      refused.status === 503 ? {} : { 'WWW-Authenticate': `Bearer ${parts.join(', ')}` };
    return { refused: Object.assign(refused, { headers }) };
  };
  return {
    path,
    metadata,
    async verify(request, needs = {}) {
      const { scopes: needed = [] } = checkedOptions('verify', needs, knownNeeds);
      const asked = needed.length > 0 ? needed : (scopes ?? []);
      const authorization = headerOf(request, 'authorization');
      const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
      const { claims, refused } = await verifyToken(token, { audience: resource });
      if (refused) return refusal(refused, token === undefined ? undefined : 'invalid_token', asked);
      const held = (claims.scope ?? '').split(' ');
      if (needed.every((scope) => held.includes(scope))) return { claims };
      return refusal(lacking(needed), 'insufficient_scope', needed);
    },
  };
}

function lacking(scopes: readonly string[]): LatchkeyError {
  const message = `The access token needs the scopes ${scopes.join(', ')}.`;
  return new LatchkeyError({ status: 403, type: 'AUTHORIZATION_ERROR', code: 'INSUFFICIENT_SCOPE', message });
}
