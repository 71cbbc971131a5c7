import { uuidv7 } from 'uuidv7';
import type { AuditRow } from '../audit/store.ts';
import type { Dice } from './dice.ts';
import type { Resident } from './people.ts';

const week = 7 * 86_400_000;

/** Who is still signed in: those who signed in within the week and have not signed out since. */
export function sessionsOf(people: Resident[], history: AuditRow[], now: Date, dice: Dice) {
  return people.flatMap(({ id, leftAt }) => {
    const own = history.filter(({ userId }) => userId === id);
    const last = own.findLast(({ action }) => action === 'AUTH_LOGIN_SUCCESS' || action === 'AUTH_LOGOUT');
    const { createdAt } = last ?? { createdAt: new Date(0) };
    const expiresAt = new Date(createdAt.getTime() + week);
    if (leftAt || last?.action !== 'AUTH_LOGIN_SUCCESS' || expiresAt <= now) return [];
    const lastSeenAt = new Date(Math.min(now.getTime(), createdAt.getTime() + dice.below(8 * 3_600_000)));
    const { ipAddress, userAgent } = last;
    return {
      id: uuidv7(),
      userId: id,
      createdAt,
      lastSeenAt,
      expiresAt,
      refreshExpiresAt: expiresAt,
      ipAddress,
      userAgent,
    };
  });
}
