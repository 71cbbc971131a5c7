import { networkOf } from '../address.ts';
import type { Lane } from '../crypto/turns.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Whose turn a hash takes. Sign-ins are keyed by email, work in a session by its user: someone with a stolen session,
 * or with a thousand accounts, takes no turn away from a login. As in its limits, an IPv6 client's address is its /64.
 * `origin` must be the request's own.
 */
export function laneOf(
  kind: 'sign-in' | 'register' | 'reset' | 'session' | 'command',
  account: string,
  origin: Pick<Origin, 'ipAddress'>,
): Lane {
  return { kind, account, address: networkOf(origin.ipAddress ?? '', 4), request: origin };
}

/** The wait in this lane is too long to be worth it. */
export function overloaded(deps: Pick<Deps, 'hasher'>, lane: Lane, hashes?: number): Refusal<'OVERLOADED'> {
  return refuse('OVERLOADED', { retryAfterSeconds: deps.hasher.retryAfterSeconds(lane, hashes) });
}
