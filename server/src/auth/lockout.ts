import { setTimeout as delay } from 'node:timers/promises';
import { lockout } from '@latchkey/contract';
import { record } from '../audit/record.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { mailUser } from '../email/mail-user.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { UserRow } from '../users/store.ts';
import { countFailure, endExpiredLock, findLock, takePlace } from './attempt-store.ts';
import type { RequestOrigin } from './origin.ts';

const retryMs = 50;
const patienceMs = 10_000;

/** Known or not, an address has one count. */
export function attemptKey(email: string): Buffer {
  return sha256(email);
}

/**
 * Before a secret is checked, a place among the five is taken; only then may it be looked at. So parallel attempts
 * cannot pass five, and right passwords in parallel wait for a place instead of being refused.
 */
export async function enterAttempt(
  deps: Deps,
  email: string,
  user: UserRow | undefined,
  origin: RequestOrigin,
): Promise<Refusal<'ACCOUNT_LOCKED' | 'OVERLOADED'> | undefined> {
  const key = attemptKey(email);
  for (let waited = 0; waited <= patienceMs; waited += retryMs) {
    if (await takePlace(deps.sql, key, origin.now)) return undefined;
    const lockedUntil = await findLock(deps.sql, key);
    if (lockedUntil && lockedUntil > origin.now) return lockedRefusal(lockedUntil, origin.now);
    if (lockedUntil) await noticeExpiry(deps, key, user, origin);
    else await delay(retryMs);
  }
  return refuse('OVERLOADED', { retryAfterSeconds: 1 });
}

async function noticeExpiry(
  deps: Deps,
  key: Buffer,
  user: UserRow | undefined,
  origin: RequestOrigin,
): Promise<void> {
  await transact(deps, async (tx) => {
    if ((await endExpiredLock(tx, key, origin.now)) && user)
      await record(tx, origin, {
        action: 'SECURITY_ACCOUNT_UNLOCKED',
        user,
        metadata: { reason: 'expired' },
      });
  });
}

/** The failure of a taken place. Answers with the lock when it was the last one, which the owner then hears of. */
export async function failAttempt(
  deps: Deps,
  tx: Db,
  email: string,
  user: UserRow | undefined,
  origin: RequestOrigin,
): Promise<Refusal<'ACCOUNT_LOCKED'> | undefined> {
  const lockedUntil = await countFailure(tx, attemptKey(email), origin.now);
  if (!lockedUntil) return undefined;
  const metadata = { failedAttempts: lockout.maxFailedAttempts, lockedUntil: lockedUntil.toISOString() };
  await record(tx, origin, {
    action: 'SECURITY_ACCOUNT_LOCKED',
    user: user ?? null,
    metadata: user ? metadata : { ...metadata, email },
  });
  if (user?.isActive)
    await mailUser(deps, tx, user, {
      type: 'account_locked',
      lockedUntil,
      ipAddress: origin.ipAddress,
      link: `${deps.config.baseUrl}/request-unlock`,
    });
  return lockedRefusal(lockedUntil, origin.now);
}

function lockedRefusal(lockedUntil: Date, now: Date): Refusal<'ACCOUNT_LOCKED'> {
  const retryAfterSeconds = Math.max(1, Math.ceil((lockedUntil.getTime() - now.getTime()) / 1000));
  const details = { lockedUntil: lockedUntil.toISOString(), retryAfterSeconds };
  return refuse('ACCOUNT_LOCKED', { details, retryAfterSeconds });
}
