import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../platform/address.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Call, isOpen } from './call.ts';
import { addressOf } from './client-address.ts';
import { credentialOf } from './cookies.ts';
import type { Asker, Turns } from './turns.ts';

/** Before it asks the database for more than who its caller is, a request waits for its turn. */
export function waitForTurn(call: Call): undefined | Promise<Refusal | undefined> {
  if (call.route.turn !== 'none') return takeTurn(call);
  giveBackTurn(call);
  return undefined;
}

/** The same for a step that needs the database before. A request has one turn. */
export function takeTurn(call: Call): undefined | Promise<Refusal | undefined> {
  const { deps, reply, turns } = call;
  if (call.turn) return undefined;
  const asker = askerOf(call);
  const asked = performance.now();
  const turn = turns.take(asker);
  call.turn = turn;
  // However it ends: answered, refused, or left by its client.
  reply.raw.once('close', turn.giveBack);
  return turn.comes?.then((retryAfterSeconds) => {
    if (asker.isCostly) deps.metrics.hashWait.observe((performance.now() - asked) / 1000);
    if (retryAfterSeconds === undefined) return undefined;
    // Its client has to come again, behind those who are connected.
    reply.header('Connection', 'close');
    return refuse('OVERLOADED', { retryAfterSeconds });
  });
}

/** The same for a page, whose work is left out if the turn doesn't come: it shows without. */
export async function inTurn<T>(
  turns: Turns,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<T>,
) {
  const network = networkOf(addressOf(request), 4);
  const account = credentialOf(request) ?? '';
  const turn = turns.take({ network, account, isProven: false, kind: 'page', isCostly: false });
  reply.raw.once('close', turn.giveBack);
  try {
    return (await turn.comes) === undefined ? await work() : undefined;
  } finally {
    turn.giveBack();
  }
}

/** What the request still needs the database for waits for another turn. */
export function giveBackTurn(call: Call): void {
  call.turn?.giveBack();
  call.turn = undefined;
}

/** Work outside, for which no one waits. A request has no turn meanwhile, and waits for another one afterwards. */
export async function aside<T>(call: Call, work: () => Promise<T>): Promise<T | Refusal<'OVERLOADED'>> {
  giveBackTurn(call);
  const done = await work();
  return ((await takeTurn(call)) as Refusal<'OVERLOADED'> | undefined) ?? done;
}

const longestName = 256;

/** The network is that of the limits. Work in sessions is one kind, whatever the route. */
function askerOf({ route, client, caller, directory, request }: Call): Asker {
  const person = caller?.kind === 'organizationKey' ? caller.keyId : caller?.user.id;
  const proven = directory?.tokenId ?? person;
  // The body is not validated yet.
  const named = fieldOf(request.body, route.accountField ?? 'token');
  const shown = typeof named === 'string' ? named.slice(0, longestName) : credentialOf(request);
  return {
    network: networkOf(client.ipAddress, 4),
    account: proven ?? shown ?? '',
    isProven: proven !== undefined,
    kind: isOpen(route) ? route.path : 'session',
    isCostly: isCostly(route, request.body),
  };
}

function isCostly({ turn, hashesWith }: Call['route'], body: unknown): boolean {
  return (
    (turn === 'hash' || turn === 'mail') &&
    (hashesWith === undefined || fieldOf(body, hashesWith) !== undefined)
  );
}

function fieldOf(body: unknown, field: string): unknown {
  return (body as Record<string, unknown> | null | undefined)?.[field];
}
