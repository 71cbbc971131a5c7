import { Readable } from 'node:stream';
import { findAgain } from '../identity/caller/authenticate.ts';
import { type AnyCaller, actorOf, impersonationOf } from '../identity/caller/caller.ts';
import { type Refusal, refuse } from '../platform/refusal.ts';
import { originOf } from '../records/origin.ts';
import { authorize, requireRecent } from './authorize.ts';
import { type Call, walk } from './call.ts';
import { refuseKey } from './identify.ts';

/** In microseconds. */
const second = 1_000_000;

/**
 * A client can hold back its body, on any route that may be sent one. So a request counts as received when all of it
 * has arrived. If that took a second, its caller may have lost what they were allowed.
 */
export function checkAgain(call: Call): undefined | Promise<Refusal | undefined> {
  if (!call.isIncomplete) return undefined;
  call.client.receivedAt = call.deps.clock.instant();
  return isOld(call, second) ? check(call) : undefined;
}

/** A client can also take its time to read: a long response goes on only while its caller may still have it. */
export function whileAllowed(call: Call, body: Readable): Readable {
  const allowed = rightsOf(call.caller);
  async function* pass() {
    for await (const chunk of body) {
      // Cut off, so the client doesn't take a part for the whole.
      if (isOld(call, 10 * second) && ((await check(call)) || rightsOf(call.caller) !== allowed))
        return void call.reply.raw.destroy();
      yield chunk;
    }
  }
  return Readable.from(pass(), { objectMode: false });
}

/** The rights that a response under way was made for. */
function rightsOf(caller: AnyCaller | undefined): string {
  if (caller?.kind === 'organizationKey') return JSON.stringify([caller.organization.id, caller.key.scopes]);
  const { organizationId, organizationRole } = caller?.user ?? {};
  return JSON.stringify([caller?.permissions, organizationId, organizationRole]);
}

function isOld({ deps, caller, identifiedAt }: Call, limit: number): boolean {
  return caller !== undefined && deps.clock.instant() - (identifiedAt ?? 0) >= limit;
}

/** The same person, or the same key, which then doesn't count as used again. */
function isSame(found: AnyCaller, caller: AnyCaller): boolean {
  if (found.kind !== 'organizationKey' || caller.kind !== 'organizationKey')
    return actorOf(found)?.id === actorOf(caller)?.id;
  if (caller.window !== undefined) found.window = caller.window;
  return found.keyId === caller.keyId;
}

async function check(call: Call): Promise<Refusal | undefined> {
  const { deps, client, request, caller } = call;
  const context = { deps, origin: originOf(client, deps.clock) };
  const found = caller && (await findAgain(context, caller, request.headers.authorization));
  // The caller is another user by now: their impersonation has ended. One that has yet to end is left to `authorize`.
  if (!found || !(isSame(found, caller) || impersonationOf(found)?.over)) return refuse('UNAUTHENTICATED');
  call.authenticated = { caller: found };
  call.caller = found;
  call.identifiedAt = deps.clock.instant();
  return walk([refuseKey, authorize, requireRecent], call);
}
