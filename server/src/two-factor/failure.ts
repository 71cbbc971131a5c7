import { type AuditEvent, record } from '../audit/record.ts';
import { failAttempt } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import type { Db } from '../db/sql.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { UserRow } from '../users/store.ts';

type Failure = {
  during: 'setup' | 'login' | 'disable' | 'backup_codes';
  reason: 'wrong_code' | 'used_code' | 'locked';
};

export function failureEvent(user: UserRow, failure: Failure): AuditEvent {
  return { action: 'AUTH_2FA_FAILURE', user, metadata: failure };
}

/** A refused code counts as a failed login, wherever it was tried: a million codes are soon guessed otherwise. */
export async function failCode(
  deps: Deps,
  tx: Db,
  user: UserRow,
  failure: Failure,
  origin: RequestOrigin,
): Promise<Refusal<'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED'>> {
  await record(tx, origin, failureEvent(user, failure));
  return (await failAttempt(deps, tx, user.email, user, origin)) ?? refuse('TWO_FACTOR_CODE_INVALID');
}
