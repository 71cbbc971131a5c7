import { mcpScopes, mcpVersions } from '@latchkey/contract';
import type { AnyCaller, Caller } from '../../identity/caller/caller.ts';
import { version as ownVersion } from '../../platform/package.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';
import { mcpResource } from '../oidc/mcp-resource.ts';
import type { OidcDeps, OpenOidcContext } from '../oidc/oidc-deps.ts';
import {
  type Answer,
  before,
  contradicts,
  faultFor,
  faults,
  type Message,
  resultFor,
  stateless,
  type Version,
  versionOf,
} from './messages.ts';
import { addressOf, isListed, tools } from './tools.ts';
import { type Visitor, visitorOf } from './visitor.ts';

type Headers = Record<string, string | string[] | undefined>;
/** Makes the request that a call stands for. */
type Get = (visitor: Visitor, url: string) => Promise<{ status: number; text: string }>;
type Received = { message: Message; headers: Headers; get: Get };

type McpRefusal = Refusal<'FORBIDDEN_ORIGIN' | 'INVALID_TOKEN' | 'INSUFFICIENT_SCOPE' | 'NO_ORGANIZATION'>;
/** Without a body: a message that wants no answer. */
export type McpOutcome = { status: 200 | 400 | 404; body: Answer } | { status: 202 };

const wellKnown = '/.well-known/oauth-protected-resource/api/mcp';

/** Where clients of this address get their tokens. */
export function getMcpResource({ deps }: { deps: OidcDeps }) {
  return {
    resource: mcpResource(deps),
    authorization_servers: [deps.oidc.issuer],
    scopes_supported: [...mcpScopes],
    bearer_methods_supported: ['header'],
    resource_name: deps.config.branding.productName,
  };
}

function challenge({ oidc }: OidcDeps, scopes: readonly string[], error?: string): string {
  const document = `resource_metadata="${oidc.issuer}${wellKnown}"`;
  return `Bearer ${error ? `error="${error}", ` : ''}${document}, scope="${scopes.join(' ')}"`;
}

/** One message. Nothing is kept between two. */
export async function callMcp(
  context: OpenOidcContext,
  { message, headers, get }: Received,
): Promise<McpOutcome | McpRefusal> {
  const { deps } = context;
  const { origin, authorization } = headers;
  if (origin !== undefined && !deps.config.origins.includes(String(origin)))
    return refuse('FORBIDDEN_ORIGIN');
  const visitor = await visitorOf(context, authorization === undefined ? undefined : String(authorization));
  if (!visitor) return strange(deps, authorization !== undefined);
  if (message.id === undefined) return { status: 202 };
  const { id } = message;
  const spoken = versionOf(message);
  if (spoken === 'unsupported') {
    const data = { supported: [...mcpVersions] };
    return {
      status: 400,
      body: faultFor(id, faults.unsupportedVersion, 'Unsupported protocol version.', data),
    };
  }
  if (spoken === stateless && contradicts(headers, message))
    return { status: 400, body: faultFor(id, faults.headerMismatch, 'A header contradicts the message.') };
  if (message.method === 'tools/call')
    return callTool(context, { message, headers, get }, { visitor, spoken });
  if (message.method === 'tools/list')
    return listTools(context, { message, headers, get }, { visitor, spoken });
  const result = aboutUs(deps, message.method, spoken);
  if (result)
    return { status: 200, body: resultFor(spoken, id, result, message.method === 'server/discover') };
  const status = spoken === stateless ? 404 : 200;
  return { status, body: faultFor(id, faults.methodNotFound, 'There is no such method.') };
}

function strange(deps: OidcDeps, isPresented: boolean): Refusal<'INVALID_TOKEN'> {
  const said = challenge(deps, mcpScopes, isPresented ? 'invalid_token' : undefined);
  return refuse('INVALID_TOKEN', { details: { challenge: said } });
}

/** What a client asks before it knows anything. Each version has its own way. */
function aboutUs({ config }: OidcDeps, method: string, spoken: Version): Record<string, unknown> | undefined {
  const capabilities = { tools: {} };
  const serverInfo = { name: 'latchkey', title: config.branding.productName, version: ownVersion };
  if (method === 'initialize') return { protocolVersion: before, capabilities, serverInfo };
  if (method === 'ping' && spoken === before) return {};
  if (method !== 'server/discover') return undefined;
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  return { supportedVersions: [...mcpVersions], capabilities, _meta };
}

type Asking = { visitor: Visitor; spoken: Version };

async function listTools(
  context: OpenOidcContext,
  { message, headers }: Received,
  { visitor, spoken }: Asking,
): Promise<McpOutcome | McpRefusal> {
  const chosen = headers['x-organization-id'];
  const origin = { ...context.origin, ...visitor.acting };
  const known = await visitor.find({ ...context, origin }, chosen === undefined ? undefined : String(chosen));
  if (isRefusal(known))
    return known.refused === 'NO_ORGANIZATION' ? refuse('NO_ORGANIZATION') : strange(context.deps, true);
  if (!isPerson(known.caller)) return strange(context.deps, true);
  const { caller } = known;
  const listed = tools
    .filter((tool) => isListed(tool, caller, visitor.scopes))
    .map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    }));
  return { status: 200, body: resultFor(spoken, message.id ?? null, { tools: listed }, true) };
}

const isPerson = (caller: AnyCaller): caller is Caller => caller.kind === 'apiKey';

async function callTool(
  { deps }: OpenOidcContext,
  { message, get }: Received,
  { visitor, spoken }: Asking,
): Promise<McpOutcome | McpRefusal> {
  const id = message.id ?? null;
  const { name, arguments: given = {} } = message.params ?? {};
  const tool = tools.find((each) => each.name === name);
  if (!tool) return { status: 200, body: faultFor(id, faults.invalidParams, 'There is no such tool.') };
  if (visitor.scopes && !visitor.scopes.includes(tool.scope)) {
    const description = `The access token needs the scope ${tool.scope}.`;
    const said = challenge(deps, [tool.scope], 'insufficient_scope');
    return refuse('INSUFFICIENT_SCOPE', { details: { description, challenge: said } });
  }
  const url = isArguments(given) ? addressOf(tool, given) : undefined;
  if (url === undefined)
    return {
      status: 200,
      body: faultFor(id, faults.invalidParams, "The arguments don't fit the tool's inputSchema."),
    };
  const { status, text } = await get(visitor, url);
  const content = [{ type: 'text', text }];
  const result = { content, structuredContent: JSON.parse(text), ...(status >= 400 && { isError: true }) };
  return { status: 200, body: resultFor(spoken, id, result) };
}

function isArguments(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
