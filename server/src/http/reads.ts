import type { AnyCaller } from '../identity/caller/caller.ts';
import { impersonationOf } from '../identity/caller/caller.ts';
import { type Replicas, readsOn } from '../platform/db/replicas.ts';
import type { Reading } from '../platform/db/sql.ts';
import { type Call, isSafe } from './call.ts';

/** A sign-in is a change too, by someone who wasn't known before it. The clocks of nodes may differ by about this. */
const clocksMs = 15_000;

/** Where the route reads what may be late. */
export function readsOf({ deps, caller }: Call): Reading {
  const { replicas, sql, clock, config } = deps;
  const recently = clock.now().getTime() - (config.replicas?.maxLagMs ?? 0) - clocksMs;
  if (!replicas || !caller || signedInAfter(caller, recently)) return readsOn(sql);
  return replicas.readsFor(holdersOf(caller));
}

/** So that the caller sees what they changed, from whichever node, in their next request. */
export async function noteChange({ caller, route }: Call, replicas: Replicas): Promise<void> {
  const mayHaveChanged = !isSafe(route.method) || (route.large && !route.mayBeLate);
  if (caller && mayHaveChanged) await replicas.noteChange(holdersOf(caller));
}

function signedInAfter(caller: AnyCaller, time: number): boolean {
  return 'signIn' in caller && caller.signIn.at.getTime() > time;
}

/** Those to whom a change is their own: the person, the ADMIN who acts as them, or an organization's key. */
function holdersOf(caller: AnyCaller): string[] {
  if (caller.kind === 'organizationKey') return [caller.keyId];
  const admin = impersonationOf(caller)?.originalUserId;
  return admin ? [caller.user.id, admin] : [caller.user.id];
}
