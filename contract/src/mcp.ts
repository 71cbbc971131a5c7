import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { McpAnswer, McpMessage, McpResource } from './mcp-shapes.ts';

export const callMcp = endpoint({
  method: 'POST',
  path: '/api/mcp',
  summary: 'Read over the Model Context Protocol',
  description:
    "Off unless ENABLE_MCP is true. Takes one JSON-RPC message. With a user's API key, or an access token whose audience is this " +
    'address; its tools are the GET routes that this caller may call.',
  access: { kind: 'token' },
  feature: 'mcp',
  dialect: 'mcp',
  // Each call waits for a turn of its own, as the request that it stands for.
  turn: 'none',
  changesAccess: [],
  body: McpMessage,
  responses: { 200: McpAnswer, 202: z.object({}), 400: McpAnswer, 404: McpAnswer },
  errors: ['FORBIDDEN_ORIGIN', 'INVALID_TOKEN', 'INSUFFICIENT_SCOPE', 'NO_ORGANIZATION'],
});

export const getMcpResource = endpoint({
  method: 'GET',
  path: '/.well-known/oauth-protected-resource/api/mcp',
  summary: 'Get where clients of /api/mcp get their tokens (RFC 9728)',
  access: { kind: 'public' },
  feature: 'mcp',
  dialect: 'oauth',
  cors: 'any',
  turn: 'none',
  responses: { 200: McpResource },
});
