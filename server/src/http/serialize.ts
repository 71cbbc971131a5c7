import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, isBinary, isRedirect } from '@latchkey/contract';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { joinLists, withJoined } from './serialize-lists.ts';

type Json = Record<string, unknown>;

export type Serialize = (body: unknown) => string;

type Compiled = Map<number, Serialize | undefined>;

// Shared by the services of one process: a declaration always compiles to the same functions.
const compiledFor = new WeakMap<Endpoint, Compiled>();

/**
 * Undeclared fields never leave: each response is written by a function compiled from its schema. It is
 * compiled on first use: doing so at startup would take longer than everything else.
 */
export function serializersOf(
  route: Endpoint,
): (status: number, reply: FastifyReply) => Serialize | undefined {
  const compiled: Compiled = compiledFor.get(route) ?? new Map();
  compiledFor.set(route, compiled);
  return (status, reply) => {
    if (!compiled.has(status)) compiled.set(status, compile(route.responses[status], reply));
    return compiled.get(status);
  };
}

/** Undefined for a response that is sent as it is. */
function compile(
  body: Endpoint['responses'][number] | undefined,
  reply: FastifyReply,
): Serialize | undefined {
  if (!body || isBinary(body) || isRedirect(body)) return undefined;
  const schema = simplify(inline(z.toJSONSchema(body, { target: 'draft-7', reused: 'inline' }))) as Json;
  // A schema that is validated at run time knows no such lists.
  const lists = JSON.stringify(schema).includes('"anyOf"') ? [] : joinLists(schema);
  const write = reply.compileSerializationSchema(schema) as Serialize;
  return lists.length === 0 ? write : (answer) => write(lists.reduce(withJoined, answer));
}

/** In tests, a response that doesn't match its declaration field by field becomes a 500. */
export function assertDeclared(route: Endpoint, status: number, body: unknown): void {
  const schema = route.responses[status];
  if (!schema) throw new Error(`${route.method} ${route.path} answered an undeclared ${status}`);
  if (isRedirect(schema) !== body instanceof URL)
    throw new Error(`${route.method} ${route.path} ${status} is not the redirect that is declared`);
  if (isBinary(schema) || isRedirect(schema) || body instanceof Readable) return;
  const plain: unknown = JSON.parse(JSON.stringify(body));
  const parsed = schema.safeParse(plain);
  if (!parsed.success)
    throw new Error(`${route.method} ${route.path} ${status}: ${z.prettifyError(parsed.error)}`);
  if (!isDeepStrictEqual(parsed.data, plain))
    throw new Error(`${route.method} ${route.path} ${status} has undeclared fields`);
}

/** Shared schemas are referenced by id, but the serializer needs each response in full. */
function inline(root: Json): Json {
  const definitions = (root.definitions ?? {}) as Record<string, Json>;
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== 'object') return value;
    const { $ref, $schema, definitions: _, id, ...rest } = value as Json;
    if (typeof $ref === 'string') return walk(definitions[$ref.replace('#/definitions/', '')]);
    return Object.fromEntries(
      Object.entries(rest).map(([key, inner]) => [
        key,
        key === 'properties' ? properties(inner) : walk(inner),
      ]),
    );
  };
  // A property may be called `id`; a schema's own `id` is only a name.
  const properties = (value: unknown) =>
    Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, walk(schema)]));
  return walk(root) as Json;
}

/** `anyOf [x, null]` would be validated at run time; a type list is compiled. Formats were checked when stored. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (value === null || typeof value !== 'object') return value;
  const { format, pattern, ...rest } = value as Json;
  const choices = rest.anyOf as Json[] | undefined;
  const plain = choices?.find((choice) => choice.type !== 'null');
  if (
    choices?.length === 2 &&
    plain &&
    choices.some((choice) => choice.type === 'null') &&
    typeof plain.type === 'string'
  )
    return simplify({
      ...plain,
      type: [plain.type, 'null'],
      ...(plain.enum ? { enum: [...(plain.enum as unknown[]), null] } : {}),
    });
  return Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === 'properties' ? mapValues(inner) : simplify(inner),
    ]),
  );
}

function mapValues(value: unknown): Json {
  return Object.fromEntries(Object.entries(value as Json).map(([name, schema]) => [name, simplify(schema)]));
}
