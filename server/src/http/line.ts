import { networkOf } from '../platform/address.ts';
import type { Place } from '../platform/limits/lines.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { type Call, isOpen } from './call.ts';

/**
 * What may take a hash, or mails whoever is named, waits in its client's own line before it asks the database for anything:
 * a flood from one address then queues behind itself, and not in front of everyone else.
 */
export function waitInLine(call: Call): Refusal | undefined | Promise<Refusal | undefined> {
  if (!isCostly(call)) return undefined;
  const { inProcess, hasher } = call.deps;
  const place = placeOf(call);
  if (waitMs(call, place) > hasher.maxWaitMs) return overloaded(call, place);
  const { turn, leave } = inProcess.lines.join(place);
  call.leave = leave;
  return turn && untilTurn(call, place, turn);
}

function isCostly({ route, request }: Call): boolean {
  if (!route.errors?.includes('OVERLOADED')) return false;
  return route.hashesWith === undefined || fieldOf(request.body, route.hashesWith) !== undefined;
}

/** By address, as in the limits. Work in sessions is one kind, whatever the route. */
function placeOf({ route, client, caller, request }: Call): Place {
  const kind = isOpen(route) ? route.path : 'session';
  const person = caller && 'user' in caller ? caller.user.id : undefined;
  const account = person ?? fieldOf(request.body, route.accountField ?? 'token');
  // The body is not validated yet.
  return {
    line: `${networkOf(client.ipAddress, 4)} ${kind}`,
    account: typeof account === 'string' ? account : '',
  };
}

function fieldOf(body: unknown, field: string): unknown {
  return (body as Record<string, unknown> | null | undefined)?.[field];
}

/** An estimate of one hash each; a mail takes less. What takes longer meets the limit while it waits. */
function waitMs({ deps }: Call, place: Place): number {
  return deps.inProcess.lines.ahead(place) * deps.hasher.paceMs();
}

function overloaded(call: Call, place: Place): Refusal {
  return refuse('OVERLOADED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs(call, place) / 1000)) });
}

async function untilTurn(call: Call, place: Place, turn: Promise<void>): Promise<Refusal | undefined> {
  const { deps, request, reply } = call;
  let giveUp = () => {};
  const given = new Promise<'given up'>((resolve) => {
    giveUp = () => resolve('given up');
  });
  const timer = setTimeout(giveUp, deps.hasher.maxWaitMs);
  reply.raw.once('close', giveUp);
  const outcome = await Promise.race([turn, given]);
  clearTimeout(timer);
  reply.raw.off('close', giveUp);
  call.hasWaited = true;
  // One of several requests sent ahead on a connection doesn't hear when that closes.
  return outcome === 'given up' || request.socket.destroyed ? overloaded(call, place) : undefined;
}
