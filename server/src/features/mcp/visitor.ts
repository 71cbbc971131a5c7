import { type Authenticated, authenticate, presentsKey } from '../../identity/caller/authenticate.ts';
import type { OpenContext } from '../../identity/caller/caller.ts';
import { type Choice, isForeign } from '../../identity/caller/choice.ts';
import { findPersonAsKey } from '../../identity/caller/person-as-key.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { readAccessToken } from '../oidc/grants.ts';
import { mcpResource } from '../oidc/mcp-resource.ts';
import type { OidcDeps, OpenOidcContext } from '../oidc/oidc-deps.ts';

/** Who calls over the protocol. `find` asks again, at each request that a call stands for. */
export type Visitor = {
  find(context: OpenContext, choice: Choice): Promise<Authenticated | Refusal>;
  /** Of an access token. An API key has none. */
  scopes?: readonly string[];
  /** What audit entries name. */
  acting: { via: 'mcp'; applicationId?: string; apiKeyId?: string };
};

/** The caller with a user's API key, or an access token that was issued for this address. Undefined for any other. */
export async function visitorOf(
  context: OpenOidcContext,
  authorization: string | undefined,
): Promise<Visitor | undefined> {
  if (presentsKey({ authorization })) return visitorByKey(context, authorization);
  const token = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1];
  return token && context.deps.config.features.oidc ? visitorByToken(context, token) : undefined;
}

async function visitorByKey(
  context: OpenOidcContext,
  authorization: string | undefined,
): Promise<Visitor | undefined> {
  const presented = { authorization, sessions: [], rememberMe: undefined, isSafe: true };
  const known = await authenticate(context, { ...presented, choice: undefined, silent: true });
  if (isRefusal(known) || known.caller.kind !== 'apiKey') return undefined;
  const { keyId: apiKeyId } = known.caller;
  return {
    find: (inner, choice) => authenticate(inner, { ...presented, choice }),
    acting: { via: 'mcp', apiKeyId },
  };
}

async function visitorByToken(context: OpenOidcContext, token: string): Promise<Visitor | undefined> {
  const read = await readAccessToken(context, token);
  // A service's token names no person.
  if (!read?.grant || read.claims.aud !== mcpResource(context.deps)) return undefined;
  const { applicationId } = read.grant;
  return {
    find: (inner, choice) =>
      personOf({ ...context, origin: { ...context.origin, ...inner.origin } }, token, choice),
    scopes: read.scopes,
    acting: { via: 'mcp', applicationId },
  };
}

/** As with a READ_ONLY key of that person: what they hold now, of what was granted. */
async function personOf(
  context: OpenOidcContext & { deps: OidcDeps },
  token: string,
  choice: Choice,
): Promise<Authenticated | Refusal> {
  const read = await readAccessToken(context, token);
  if (!read?.grant) return refuse('UNAUTHENTICATED');
  const { grant, scopes } = read;
  if (isForeign(choice, grant.organizationId)) return refuse('NO_ORGANIZATION');
  const { id: userId, organizationId, grantId, isVouched } = grant;
  const caller = await findPersonAsKey(context, {
    userId,
    organizationId,
    keyId: grantId,
    byConnection: isVouched,
  });
  if (!caller) return refuse('UNAUTHENTICATED');
  return { caller: { ...caller, permissions: caller.permissions.filter((name) => scopes.includes(name)) } };
}
