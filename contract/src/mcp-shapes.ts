import { z } from 'zod';
import { text } from './fields.ts';
import { permissions } from './permissions.ts';

/**
 * What an access token for POST /api/mcp may be for: the permissions that only read, and, where a route asks for none, what is
 * about the caller's organization or themselves.
 */
export const mcpScopes: readonly string[] = [
  ...permissions.filter((name) => name === 'users:list' || name.endsWith(':read')),
  'organization:read',
  'profile:read',
];

/** The last of these is for clients that name no version. */
export const mcpVersions = ['2026-07-28', '2025-11-25'] as const;

/** One message of JSON-RPC 2.0. Without an id, it wants no answer. */
export const McpMessage = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([text(200), z.number()]).optional(),
  method: text(200, 1),
  params: z.record(z.string(), z.unknown()).optional(),
});

const Id = z.union([z.string(), z.number()]).nullable();
export const McpAnswer = z.union([
  z.object({ jsonrpc: z.literal('2.0'), id: Id, result: z.record(z.string(), z.unknown()) }),
  z.object({
    jsonrpc: z.literal('2.0'),
    id: Id,
    error: z.object({ code: z.number().int(), message: z.string(), data: z.unknown().optional() }),
  }),
]);

export const McpResource = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(z.string()),
  bearer_methods_supported: z.array(z.string()),
  resource_name: z.string(),
});
