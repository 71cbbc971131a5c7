import { Readable } from 'node:stream';
import {
  answersHead,
  type Endpoint,
  isBinary,
  type LatchkeyScope,
  type Permission,
  type Reason,
  scimMediaType,
  takesForm,
} from '@latchkey/contract';
import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  type AnyCaller,
  type Caller,
  impersonationOf,
  type OrganizationKeyCaller,
  type SessionCaller,
} from '../identity/caller/caller.ts';
import type { AskingContext, Deps } from '../identity/deps.ts';
import type { Reading } from '../platform/db/sql.ts';
import { isRefusal, type Refusal } from '../platform/refusal.ts';
import { originOf, type RequestOrigin } from '../records/origin.ts';
import { authorize, authorizeFields, checkAgain, permit, whileAllowed } from './authorize.ts';
import { addFormParser, addJsonParser } from './body.ts';
import { type Call, type Kernel, refuseDisabled, type Step, walk } from './call.ts';
import { countFailure, requireChallenge } from './challenge.ts';
import { addPreflight, allowAnyOrigin } from './cors.ts';
import { admitDirectory, type Directory, keepRefusal } from './directory.ts';
import { sendRefusal } from './errors.ts';
import { clientOf, identify, refuseKey } from './identify.ts';
import { countRequest, limitAccount, limitLarge, refuseOverLimit } from './limits.ts';
import { translateMessage } from './locale.ts';
import { parseInput } from './parse.ts';
import { noteChange, readsOf } from './reads.ts';
import { checkCsrf, refuseDistant } from './request-source.ts';
import { requireRecent, requireRecentForFields } from './require-recent.ts';
import { assertDeclared, serializersOf } from './serialize.ts';
import { aside, giveBackTurn, waitForTurn } from './take-turn.ts';

export type { Kernel } from './call.ts';

/** Every request passes these, in this order: first those that need no body, then those that read it. */
const beforeBody: readonly Step[] = [
  refuseDisabled,
  countRequest,
  refuseKey,
  refuseDistant,
  refuseOverLimit,
  admitDirectory,
  identify,
  checkCsrf,
  authorize,
  requireRecent,
  limitLarge,
];
const withBody: readonly Step[] = [
  waitForTurn,
  checkAgain,
  parseInput,
  authorizeFields,
  requireRecentForFields,
  limitAccount,
  requireChallenge,
];

type Parsed<S> = S extends z.ZodType ? z.output<S> : S extends { binary: unknown } ? Buffer : undefined;
type CallerOf<E extends Endpoint> = E extends { dialect: 'scim'; access: { kind: 'token' } }
  ? Directory
  : CallerOfOurs<E>;
type CallerOfOurs<E extends Endpoint> = E['access'] extends { kind: 'organizationKey' }
  ? OrganizationKeyCaller
  : E extends { organizationKey: LatchkeyScope }
    ? AnyCaller
    : PersonOf<E['access']>;
type PersonOf<A extends Endpoint['access']> = A extends { session: 'own' }
  ? Caller | undefined
  : A extends { sessionWhen: string } | { session: 'if-any' }
    ? SessionCaller | undefined
    : A extends { kind: 'public' | 'token' }
      ? undefined
      : Caller;
type Asked<A> = A extends { asks: readonly (infer P extends Permission)[] } ? P : never;

/** Everything a handler gets: the verb's context, the input, and the framework's request and reply. */
type Context<E extends Endpoint, D extends Deps> = {
  deps: D;
  caller: CallerOf<E>;
  origin: RequestOrigin;
  body: Parsed<E['body']>;
  query: Parsed<E['query']>;
  params: Parsed<E['params']>;
  /** Checks that the caller may use a permission the declaration lists; returns a refusal if not. */
  permit: (permission: Asked<E['access']>) => Permit;
  aside: AskingContext['aside'];
  /** Where a route that may be late reads what it lists. */
  reads: E extends { mayBeLate: true } ? Reading : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};
export type Permit = ReturnType<typeof permit>;

type Successes<E extends Endpoint> = {
  [S in keyof E['responses']]: {
    status: S;
    body: E['responses'][S] extends z.ZodType
      ? z.input<E['responses'][S]> | Readable
      : E['responses'][S] extends { redirect: true }
        ? URL
        : Buffer | Readable;
  };
}[keyof E['responses']];
type DeclaredReason<E extends Endpoint> =
  | (E['errors'] extends readonly Reason[] ? E['errors'][number] : never)
  | (E extends { turn: 'none' } ? never : 'OVERLOADED')
  | (E['access'] extends { asks: unknown } ? 'PERMISSION_DENIED' | 'TWO_FACTOR_SETUP_REQUIRED' : never)
  | (E['params'] extends z.ZodType ? 'NOT_FOUND' : never)
  | (E['body'] extends object ? 'VALIDATION_FAILED' | 'UNSUPPORTED_MEDIA_TYPE' : never);
type Result<E extends Endpoint> = Successes<E> | Refusal<DeclaredReason<E>>;

type Handler<E extends Endpoint, D extends Deps> = (context: Context<E, D>) => Promise<Result<E>> | Result<E>;

/** A declared answer. */
export function ok<const S extends number, const B>(status: S, body: B): { status: S; body: B } {
  return { status, body };
}

/** Mounts a declared route. */
export function mount<E extends Endpoint, D extends Deps>(
  kernel: Kernel<D>,
  route: E,
  handler: Handler<E, D>,
): void {
  const { app, deps } = kernel;
  const serializerOf = serializersOf(route);
  const binary = route.body !== undefined && isBinary(route.body);
  const add = (scope: FastifyInstance) =>
    scope.route({
      method: route.method,
      url: route.path,
      exposeHeadRoute: answersHead(route),
      ...((binary || route.bodyBytes) && { bodyLimit: route.bodyBytes ?? deps.config.upload.maxBytes }),
      onRequest: (request, reply, done) => {
        const client = clientOf(deps, request, request.receivedAt ?? deps.clock.instant());
        const { jar, turns, visits } = kernel;
        const visit = visits.of(request);
        const call: Call = { deps, jar, turns, route, request, reply, client, visit };
        request.call = call;
        if (route.cors) allowAnyOrigin(reply);
        const go = (refusal: Refusal | undefined) => {
          if (refusal) return void sendRefusal(request, reply, refusal, deps);
          call.isIncomplete = !request.raw.complete;
          // Not held while the body arrives, for as long as the client likes.
          if (call.isIncomplete) giveBackTurn(call);
          done();
        };
        const outcome = walk(beforeBody, call);
        if (outcome instanceof Promise) outcome.then(go).catch(done);
        else go(outcome);
      },
      handler: ({ call }, reply) => {
        answer(call as Call, handler, serializerOf).catch((error: unknown) => reply.send(errorOf(error)));
      },
    });
  if (route.cors) addPreflight(app, deps, route);
  if (binary) addApart(app, parseRaw, add);
  else if (route.dialect === 'scim') addApart(app, parseScim, add);
  else if (route.body && takesForm(route)) addApart(app, addFormParser, add);
  else add(app);
}

type Scope = (scope: FastifyInstance) => unknown;

/** Mounts a route whose body is read by parsers of its own. */
function addApart(app: FastifyInstance, prepare: Scope, add: Scope): void {
  const plugin: FastifyPluginCallback = (scope, _options, done) => {
    prepare(scope);
    add(scope);
    done();
  };
  // For one without a name, the framework searches everything that was ever loaded.
  app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: 'apart' }));
}

/** A directory may call its JSON by either name. */
function parseScim(scope: FastifyInstance): void {
  addJsonParser(scope, ['application/json', scimMediaType]);
  scope.addHook('onSend', keepRefusal);
}

/** The content of the body decides its type, not the header. */
function parseRaw(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

async function answer<E extends Endpoint, D extends Deps>(
  call: Call,
  handler: Handler<E, D>,
  serializerOf: ReturnType<typeof serializersOf>,
): Promise<void> {
  const { deps, route, request, reply } = call;
  let result: Result<E> | Refusal;
  // A client can hold back its body, so a request counts as received when all of it has arrived.
  if (call.isIncomplete) call.client.receivedAt = deps.clock.instant();
  try {
    result = (await walk(withBody, call)) ?? (await handler(contextOf(call) as unknown as Context<E, D>));
    if (deps.replicas) await noteChange(call, deps.replicas);
  } finally {
    giveBackTurn(call);
  }
  if (isRefusal(result)) {
    await countFailure(call, result);
    return void sendRefusal(request, reply, result, deps);
  }
  const status = Number(result.status);
  const body = translateMessage(deps, request, reply, result.body);
  if (deps.config.environment === 'test') assertDeclared(route, status, body);
  if (body instanceof URL) return void reply.redirect(body.href, status);
  const serialize = serializerOf(status, reply);
  reply.code(status);
  if (status === 304 || status === 204 || (status === 202 && route.dialect === 'mcp'))
    return void reply.send();
  const type = route.dialect === 'scim' ? scimMediaType : 'application/json';
  if (serialize) reply.header('content-type', `${type}; charset=utf-8`);
  reply.send(serialize && !(body instanceof Readable) ? serialize(body) : forMethod(call, body));
}

const nothing = { body: undefined, query: undefined, params: undefined };

function contextOf(call: Call) {
  const { deps, client, caller, directory, input, request, reply } = call;
  const impersonatedBy = caller && impersonationOf(caller)?.originalUserId;
  const person = caller?.kind === 'organizationKey' ? undefined : caller;
  const apiKeyId = caller?.kind === 'organizationKey' ? caller.keyId : undefined;
  const via = directory && { via: 'scim' as const, tokenId: directory.tokenId };
  const origin = originOf(client, deps, { impersonatedBy, apiKeyId, ...via, ...call.visit?.acting });
  const ask = (permission: Permission) => (person ? permit(person, permission) : undefined);
  const { body, query, params } = input ?? nothing;
  return {
    deps,
    caller: directory ?? caller,
    origin,
    body,
    query,
    params,
    permit: ask,
    aside: <T>(work: () => Promise<T>) => aside(call, work),
    reads: call.route.mayBeLate && readsOf(call),
    request,
    reply,
  };
}

/** Anything else would be sent as a body. */
function errorOf(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(`a ${typeof thrown} was thrown`);
}

/** HEAD needs only the headers, so a stream isn't read just to be thrown away. */
function forMethod(call: Call, body: unknown): unknown {
  if (!(body instanceof Readable)) return body;
  if (call.request.method !== 'HEAD') return whileAllowed(call, body);
  body.destroy();
  return Readable.from([]);
}
