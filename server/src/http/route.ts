import { Readable } from 'node:stream';
import { type Endpoint, isBinary, type Reason } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { authenticate, isSafe, presentsKey } from '../caller/authenticate.ts';
import type { Caller } from '../caller/caller.ts';
import type { Deps } from '../deps.ts';
import { originOf, type RequestOrigin } from '../origin.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { authorize, authorizeFields } from './authorize.ts';
import { type Client, clientOf } from './client.ts';
import type { CookieJar } from './cookies.ts';
import { checkCsrfToken, checkOrigin } from './csrf.ts';
import { pathOf, sendRefusal } from './errors.ts';
import { limitAccount, limitAddress } from './rate-limit.ts';
import { assertDeclared, responseSchemas } from './serialize.ts';
import { refuseParameters } from './unknown-paths.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : S extends { binary: unknown } ? Buffer : undefined;
type CallerOf<E extends Endpoint> = E['access']['kind'] extends 'public' | 'token' ? undefined : Caller;

type Context<E extends Endpoint> = {
  body: Parsed<E['body']>;
  query: Parsed<E['query']>;
  params: Parsed<E['params']>;
  caller: CallerOf<E>;
  origin: RequestOrigin;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Successes<E extends Endpoint> = {
  [S in keyof E['responses']]: {
    status: S;
    body: E['responses'][S] extends z.ZodType
      ? z.input<E['responses'][S]>
      : E['responses'][S] extends { redirect: true }
        ? URL
        : Buffer | Readable;
  };
}[keyof E['responses']];
type DeclaredReason<E extends Endpoint> =
  | (E['errors'] extends readonly Reason[] ? E['errors'][number] : never)
  | (E['params'] extends z.ZodType ? 'NOT_FOUND' : never)
  | (E['body'] extends object ? 'VALIDATION_FAILED' | 'UNSUPPORTED_MEDIA_TYPE' : never);

export type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Promise<Successes<E> | Refusal<DeclaredReason<E>>> | Successes<E> | Refusal<DeclaredReason<E>>;

/** A declared answer. */
export function ok<const S extends number, const B>(status: S, body: B): { status: S; body: B } {
  return { status, body };
}

export type Kernel = { app: FastifyInstance; deps: Deps; jar: CookieJar };

type Guarded = { client: Client; caller: Caller | undefined };
const guarded = new WeakMap<FastifyRequest, Guarded>();

/** Mounts a declared route. Its guards run before the body is read, in the order written here. */
export function mount<E extends Endpoint>(kernel: Kernel, route: E, handler: Handler<E>): void {
  const { app, deps } = kernel;
  const binary = route.body !== undefined && isBinary(route.body);
  const add = (scope: FastifyInstance) =>
    scope.route({
      method: route.method,
      url: route.path,
      schema: { response: responseSchemas(route) },
      ...(binary && { bodyLimit: deps.config.upload.maxBytes }),
      onRequest: async (request, reply) => {
        const refusal = await guard(kernel, route, request, reply);
        if (refusal) return sendRefusal(request, reply, refusal, deps.clock);
        return undefined;
      },
      handler: (request, reply) => answer(kernel, route, handler, request, reply),
    });
  if (!binary) add(app);
  else
    app.register((scope, _options, done) => {
      // Whatever the header calls it: the content decides.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
      add(scope);
      done();
    });
}

async function guard(
  { deps, jar }: Kernel,
  route: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Refusal | undefined> {
  const client = clientOf(request, deps.clock.instant());
  const context: Guarded = { client, caller: undefined };
  guarded.set(request, context);
  const limited = await limitAddress(deps, route, client.ipAddress, reply);
  const byKey = presentsKey(request);
  const unsafe = !isSafe(request.method);
  if (route.access.kind === 'public' || route.access.kind === 'token') {
    if (byKey && route.apiKey === false) return refuse('API_KEY_NOT_ALLOWED');
    const holder = byKey && unsafe ? await authenticate(deps, jar, request, reply, client) : undefined;
    if (isRefusal(holder)) return limited ?? holder;
    if (holder?.keyPermission === 'READ_ONLY') return refuse('API_KEY_READ_ONLY');
    return limited ?? checkOrigin(route, request, deps.config.origins);
  }
  // A key that may only read is told so before anything else, past a limit too.
  if (limited && !byKey) return limited;
  const caller = await authenticate(deps, jar, request, reply, client);
  if (isRefusal(caller)) return limited ?? caller;
  context.caller = caller;
  if (unsafe && caller.keyPermission === 'READ_ONLY') return refuse('API_KEY_READ_ONLY');
  return (
    limited ??
    (unsafe ? checkCsrfToken(deps, request, caller) : undefined) ??
    authorize(route, caller, deps.config.twoFactorForAll)
  );
}

async function answer<E extends Endpoint>(
  { deps }: Kernel,
  route: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { client, caller } = guarded.get(request) as Guarded;
  // Who may not send a field is told so, whatever is in it.
  const forbidden = caller && authorizeFields(route, caller, request);
  if (forbidden) return sendRefusal(request, reply, forbidden, deps.clock);
  const input = parse(route, request);
  const refusal = isRefusal(input) ? input : await limitAccount(deps, route, input.body, reply);
  if (refusal) return sendRefusal(request, reply, refusal, deps.clock);
  const origin = originOf(client, deps.clock, caller?.impersonation?.originalUserId);
  const result = await handler({ ...(input as object), caller, origin, request, reply } as Context<E>);
  if (isRefusal(result)) return sendRefusal(request, reply, result, deps.clock);
  if (deps.config.environment === 'test') assertDeclared(route, Number(result.status), result.body);
  if (result.body instanceof URL) return reply.redirect(result.body.href, Number(result.status));
  return reply.code(Number(result.status)).send(forMethod(request.method, result.body));
}

/** HEAD asks for the headers only: a stream is not read through to be thrown away. */
function forMethod(method: string, body: unknown): unknown {
  if (method !== 'HEAD' || !(body instanceof Readable)) return body;
  body.destroy();
  return Readable.from([]);
}

type Input = { body: unknown; query: unknown; params: unknown };

function parse(route: Endpoint, request: FastifyRequest): Input | Refusal {
  const params = route.params?.safeParse(request.params);
  if (params && !params.success) return refuseParameters(pathOf(request.url));
  const query = route.query?.safeParse(request.query);
  if (query && !query.success) return invalid(query.error);
  const body = readBody(route, request.body);
  if (body && !body.success) return invalid(body.error);
  return { params: params?.data, query: query?.data, body: body?.data };
}

function readBody(
  route: Endpoint,
  body: unknown,
): { success: true; data: unknown } | z.ZodSafeParseResult<unknown> | undefined {
  if (!route.body) return undefined;
  if (isBinary(route.body)) return { success: true, data: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
  return route.body.safeParse(body ?? {});
}

function invalid(error: z.ZodError): Refusal {
  const { fieldErrors, formErrors } = z.flattenError(error);
  return refuse('VALIDATION_FAILED', {
    details: { ...fieldErrors, ...(formErrors.length > 0 && { body: formErrors }) },
  });
}
