import { mcpVersions } from '@latchkey/contract';

export type Message = {
  id?: string | number | undefined;
  method: string;
  params?: Record<string, unknown> | undefined;
};
type Id = string | number | null;
export type Answer =
  | { jsonrpc: '2.0'; id: Id; result: Record<string, unknown> }
  | { jsonrpc: '2.0'; id: Id; error: { code: number; message: string; data?: unknown } };

export const faults = {
  methodNotFound: -32601,
  invalidParams: -32602,
  headerMismatch: -32020,
  unsupportedVersion: -32022,
} as const;

/** Clients before the stateless version name none. */
export type Version = (typeof mcpVersions)[number];
export const [stateless, before] = mcpVersions;

const inMeta = (name: string) => `io.modelcontextprotocol/${name}`;

/** The version that a message is in; `unsupported` if we don't speak it. */
export function versionOf({ params }: Message): Version | 'unsupported' {
  const meta = params?._meta as Record<string, unknown> | null | undefined;
  const named = typeof meta === 'object' && meta !== null ? meta[inMeta('protocolVersion')] : undefined;
  if (named === undefined) return before;
  return mcpVersions.find((version) => version === named) ?? 'unsupported';
}

type Headers = Record<string, string | string[] | undefined>;

/** Of the stateless version: what a header says for those on the way must be what the message says. */
export function contradicts(headers: Headers, { method, params }: Message): boolean {
  const said: [string, unknown][] = [
    ['mcp-protocol-version', stateless],
    ['mcp-method', method],
    ['mcp-name', method === 'tools/call' ? params?.name : undefined],
  ];
  return said.some(([name, value]) => headers[name] !== undefined && headers[name] !== value);
}

/** The stateless version says of each result that it is one, and for how long a list holds, and for whom. */
export function resultFor(version: Version, id: Id, result: Record<string, unknown>, isList = false): Answer {
  const marks = { resultType: 'complete', ...(isList && { ttlMs: 0, cacheScope: 'private' }) };
  return { jsonrpc: '2.0', id, result: version === stateless ? { ...marks, ...result } : result };
}

export function faultFor(id: Id, code: number, message: string, data?: unknown): Answer {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}
