import type { Origin } from '../audit/record.ts';
import type { Lane } from '../crypto/turns.ts';

/**
 * Whose turn a hash is. Sign-ins are known by the email, the work of a session by its user: somebody who holds a stolen
 * session, or asks for a thousand accounts, takes no turn from a login. `origin` must be the request's own.
 */
export function laneOf(
  kind: 'sign-in' | 'register' | 'reset' | 'session' | 'command',
  account: string,
  origin: Pick<Origin, 'ipAddress'>,
): Lane {
  return { kind, account, address: origin.ipAddress ?? '', request: origin };
}
