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

/** Lets a call pass, or says why not. */
export type Step = (call: Call) => Refusal | undefined | Promise<Refusal | undefined>;

export async function walk(steps: readonly Step[], call: Call): Promise<Refusal | undefined> {
  for (const step of steps) {
    const refusal = await step(call);
    if (refusal) return refusal;
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
