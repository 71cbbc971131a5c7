import { record } from '../audit/record.ts';
import { givePlaceBack } from '../auth/attempt-store.ts';
import { completeLogin, type SessionGrant } from '../auth/grant.ts';
import { laneOf } from '../auth/lane.ts';
import { attemptKey, enterAttempt } from '../auth/lockout.ts';
import type { RequestOrigin } from '../auth/origin.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Db } from '../db/sql.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findUser, lockUser, type UserRow } from '../users/store.ts';
import { countBackupCodes } from './backup-code-store.ts';
import { failCode, failureEvent } from './failure.ts';
import { deletePendingLogin, findPendingLogin, lockPendingLogin } from './pending-store.ts';
import { matchCode, type Proof, spendProof } from './proof.ts';

type Validated = { grant: SessionGrant; backupCodesLeft: number | undefined };
type ValidateRefusal = Refusal<
  'PENDING_TOKEN_INVALID' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** The second half of a login. */
export async function validateTwoFactor(
  deps: Deps,
  input: { pendingToken: string; code: string },
  origin: RequestOrigin,
): Promise<Validated | ValidateRefusal> {
  const tokenHash = sha256(input.pendingToken);
  const pending = await findPendingLogin(deps.sql, tokenHash, origin.now);
  const user = pending && (await findUser(deps.sql, pending.userId, origin.now));
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  const refused = await enterAttempt(deps, user.email, user, origin);
  if (refused) {
    if (refused.refused === 'ACCOUNT_LOCKED')
      await record(deps.sql, origin, failureEvent(user, { during: 'login', reason: 'locked' }));
    return refused;
  }
  const proof = await matchCode(deps, user, input.code, origin);
  if (proof === 'overloaded') {
    await givePlaceBack(deps.sql, attemptKey(user.email), origin.now);
    return refuse('OVERLOADED', {
      retryAfterSeconds: deps.hasher.retryAfterSeconds(laneOf('sign-in', user.email, origin)),
    });
  }
  return transact(deps, (tx) => settle(deps, tx, user, tokenHash, proof, origin));
}

/**
 * The user's row, then the token, then the code: a dead token costs no code, and a refused code leaves the token. That
 * the token is looked at first also spares somebody who sent a right code twice a failure.
 */
async function settle(
  deps: Deps,
  tx: Db,
  entered: UserRow,
  tokenHash: Buffer,
  proof: Proof | undefined,
  origin: RequestOrigin,
): Promise<Validated | ValidateRefusal> {
  const { now } = origin;
  const user = await lockUser(tx, entered.id, now);
  const pending = user?.isActive && (await lockPendingLogin(tx, tokenHash, now));
  if (!user || !pending) {
    await givePlaceBack(tx, attemptKey(entered.email), now);
    return refuse('PENDING_TOKEN_INVALID');
  }
  if (!proof || !(await spendProof(tx, user.id, proof, now))) {
    const reason = proof ? 'used_code' : 'wrong_code';
    return failCode(deps, tx, entered, { during: 'login', reason }, origin);
  }
  await deletePendingLogin(tx, tokenHash);
  const backupCodesLeft = await recordSuccess(tx, user, proof, origin);
  const { rememberMe, method } = pending;
  const grant = await completeLogin(deps, tx, user, { rememberMe, method, heldPlace: true }, origin);
  return { grant, backupCodesLeft };
}

async function recordSuccess(
  tx: Db,
  user: UserRow,
  { kind }: Proof,
  origin: RequestOrigin,
): Promise<number | undefined> {
  const left = kind === 'backup_code' ? await countBackupCodes(tx, user.id) : undefined;
  if (left !== undefined)
    await record(tx, origin, {
      action: 'AUTH_2FA_BACKUP_USED',
      user,
      metadata: { remainingBackupCodes: left },
    });
  await record(tx, origin, { action: 'AUTH_2FA_SUCCESS', user, metadata: { code: kind } });
  return left;
}
