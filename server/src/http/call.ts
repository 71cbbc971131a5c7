import type { Endpoint, ScimErrorBody } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../identity/caller/authenticate.ts';
import type { AnyCaller } from '../identity/caller/caller.ts';
import type { Deps } from '../identity/deps.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import type { Client } from '../records/origin.ts';
import type { CookieJar } from './cookies.ts';
import type { Turn, Turns } from './turns.ts';
import type { Visit, Visits } from './visits.ts';

/** An area may add its own tools to the shared ones. */
export type Kernel<D extends Deps = Deps> = {
  app: FastifyInstance;
  deps: D;
  jar: CookieJar;
  turns: Turns;
  visits: Visits;
};

/** A request on its way to its handler. Each step adds what later ones need. */
export type Call = Pick<Kernel, 'deps' | 'jar' | 'turns'> & {
  route: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  client: Client;
  /** Over the limit for its address. A read-only key is still told that it is read-only. */
  limited?: Refusal | undefined;
  authenticated?: Authenticated | Refusal;
  caller?: AnyCaller;
  /** When that was found out, by the clock's `instant`. */
  identifiedAt?: number;
  /** Whether part of the request had yet to arrive when the steps that need no body were done. */
  isIncomplete?: boolean;
  turn?: Turn | undefined;
  /** Set where the request stands for a call over another protocol. */
  visit?: Visit | undefined;
  /** Set where only a directory may call. */
  directory?: { tokenId: string; organizationId: string };
  /** The error that a directory is told. */
  spoken?: ScimErrorBody;
  input?: { body: unknown; query: unknown; params: unknown };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once its route is known. */
    call: Call | undefined;
    /** The client's address, once a step has asked for it. */
    address: string | undefined;
    /** When all of it had arrived, if it didn't begin at once. */
    receivedAt: number | undefined;
    /** For how long it waited for something to happen, in milliseconds: no time of ours. */
    waitedMs: number | undefined;
    /** The parsed Cookie header, once a step has asked for it. */
    cookies: Record<string, string | undefined> | undefined;
  }
}

type StepResult = Refusal | undefined;
/** Lets a call pass, or says why not. */
export type Step = (call: Call) => StepResult | Promise<StepResult>;

/** Runs the steps in order until one refuses. Awaits only promises. */
export function walk(steps: readonly Step[], call: Call, from = 0): StepResult | Promise<StepResult> {
  for (let at = from; at < steps.length; at++) {
    const outcome = steps[at]?.(call);
    if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? walk(steps, call, at + 1));
    if (outcome) return outcome;
  }
  return undefined;
}

/** Of the body, as parsed: comparing a raw value would mean to normalize text of any length. */
export function fieldsOf({ input }: Call): Record<string, unknown> {
  return (input?.body ?? {}) as Record<string, unknown>;
}

/** A feature that is turned off is 404. */
export function refuseDisabled({ route, deps }: Pick<Call, 'route' | 'deps'>): Refusal | undefined {
  return route.feature && !deps.config.features[route.feature] ? refuse('NOT_FOUND') : undefined;
}

/** No caller is needed here: the proof, if any, is in the request body. */
export function isOpen({ access }: Endpoint): boolean {
  return access.kind === 'public' || access.kind === 'token';
}

export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
