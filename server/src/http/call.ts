import type { Endpoint } from '@latchkey/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticated } from '../caller/authenticate.ts';
import type { Caller } from '../caller/caller.ts';
import type { Deps } from '../deps.ts';
import type { Client } from '../origin.ts';
import type { Refusal } from '../refusal.ts';
import type { CookieJar } from './cookies.ts';

/** An area may bring tools of its own with those of all. */
export type Kernel<D extends Deps = Deps> = { app: FastifyInstance; deps: D; jar: CookieJar };

/** A request on its way to its handler. Each step adds what later ones need. */
export type Call = Pick<Kernel, 'deps' | 'jar'> & {
  route: Endpoint;
  request: FastifyRequest;
  reply: FastifyReply;
  client: Client;
  /** Past the limit of its address. A key that may only read is told so even then. */
  limited?: Refusal | undefined;
  authenticated?: Authenticated | Refusal;
  caller?: Caller;
  input?: { body: unknown; query: unknown; params: unknown };
};

declare module 'fastify' {
  interface FastifyRequest {
    /** From the moment its route is known. */
    call: Call | undefined;
    /** What its Cookie header holds, once somebody has asked. */
    cookies: Record<string, string | undefined> | undefined;
  }
}

type Outcome = Refusal | undefined;
/** Lets a call pass, or says why not. */
export type Step = (call: Call) => Outcome | Promise<Outcome>;

/** One step after another, until one refuses. Only what has to be waited for is waited for. */
export function walk(steps: readonly Step[], call: Call, from = 0): Outcome | Promise<Outcome> {
  for (let at = from; at < steps.length; at++) {
    const outcome = steps[at]?.(call);
    if (outcome instanceof Promise) return outcome.then((refusal) => refusal ?? walk(steps, call, at + 1));
    if (outcome) return outcome;
  }
  return undefined;
}

/** Nobody need be known here: what the request proves itself by, if anything, is in its body. */
export function isOpen({ access }: Endpoint): boolean {
  return access.kind === 'public' || access.kind === 'token';
}

export function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}
