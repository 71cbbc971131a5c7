import { type Endpoint, endpoints, hasOrganizationRank, isBinary, isRedirect } from '@latchkey/contract';
import { z } from 'zod';
import type { Caller } from '../../identity/caller/caller.ts';

type Schema = { type: 'object'; properties: Record<string, object>; required?: string[] };

/** A GET route, as a tool. What people wrote is in its results only. */
export type Tool = {
  name: string;
  route: Endpoint;
  description: string;
  inputSchema: Schema;
  /** What an access token needs. A permission of its route may be one that no token has. */
  scope: string;
};

/** Whether it answers JSON to a user's key that has proved nothing lately. */
function isTool({ method, path, access, responses, ...route }: Endpoint): boolean {
  const answer = responses[200];
  return (
    method === 'GET' &&
    path.startsWith('/api/') &&
    ['session', 'permission', 'organization'].includes(access.kind) &&
    route.apiKey !== false &&
    route.bearer !== false &&
    !route.dialect &&
    !route.recent &&
    route.large !== 'always' &&
    answer !== undefined &&
    !isBinary(answer) &&
    !isRedirect(answer)
  );
}

function scopeOf({ access, path }: Endpoint): string {
  if (access.kind === 'permission') return access.permission;
  return path.startsWith('/api/organizations') ? 'organization:read' : 'profile:read';
}

/** Path and query, without what makes an answer large or asks for a recent proof. */
function schemaOf({ params, query, large, recentWhen }: Endpoint): Schema {
  const parts = [params, query].flatMap((schema) =>
    schema ? [z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })] : [],
  );
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  for (const name of [large, recentWhen]) if (name) delete properties[name];
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

export const tools: readonly Tool[] = Object.entries(endpoints as Record<string, Endpoint>)
  .filter(([, route]) => isTool(route))
  .map(([name, route]) => ({
    name,
    route,
    description: [`${route.summary}.`, route.description].filter(Boolean).join(' '),
    inputSchema: schemaOf(route),
    scope: scopeOf(route),
  }));

/** `scopes`: those of an access token. An API key has none. */
export function isListed(
  { route, scope }: Tool,
  caller: Caller,
  scopes: readonly string[] | undefined,
): boolean {
  if (scopes && !scopes.includes(scope)) return false;
  const { access } = route;
  const { organization, user, permissions } = caller;
  const ranks = (needed: Parameters<typeof hasOrganizationRank>[1] | undefined) =>
    needed !== undefined && organization !== null && hasOrganizationRank(user.organizationRole, needed);
  if (access.kind === 'organization') return ranks(access.role);
  if (access.kind !== 'permission') return true;
  const held = [access.permission, access.withPermission ?? access.permission];
  return held.every((name) => permissions.includes(name)) || ranks(access.orOrganizationRole);
}

/** The address of the request that a call stands for. Undefined: an argument is missing, or isn't one of the tool's. */
export function addressOf({ route, inputSchema }: Tool, given: Record<string, unknown>): string | undefined {
  if (Object.keys(given).some((name) => !Object.hasOwn(inputSchema.properties, name))) return undefined;
  const left = { ...given };
  const segments = route.path.split('/').map((segment) => {
    if (!segment.startsWith(':')) return segment;
    const value = textOf(left[segment.slice(1)]);
    delete left[segment.slice(1)];
    return value ? encodeURIComponent(value) : undefined;
  });
  // A path that walks up would be another route's.
  if (segments.some((segment) => segment === undefined || /^\.\.?$/.test(segment))) return undefined;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(left))
    for (const each of Array.isArray(value) ? value : [value])
      if (each !== null && each !== undefined) query.append(name, textOf(each) ?? JSON.stringify(each));
  const search = query.toString();
  return segments.join('/') + (search && `?${search}`);
}

/** Undefined for what no address can hold. */
function textOf(value: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
  return /\p{Surrogate}/u.test(String(value)) ? undefined : String(value);
}
