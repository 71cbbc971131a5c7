import { addressOf } from '../accounts/attempt-store.ts';
import { countBackupCodes } from '../accounts/backup-code-store.ts';
import { completeLogin, type LoginGrant } from '../accounts/complete-login.ts';
import { guessSecret, right, type Wrong, wrong } from '../accounts/guess-secret.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { deletePendingLogin, findPendingLogin, lockPendingLogin } from '../accounts/pending-login-store.ts';
import { findUser, lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import { sha256 } from '../crypto/credentials.ts';
import type { Db, Tx } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { type MatchedCode, matchCode, spendCode } from './match-code.ts';

type Validated = { grant: LoginGrant; backupCodesLeft: number | undefined };
type ValidateRefusal = Refusal<
  'PENDING_TOKEN_INVALID' | 'TWO_FACTOR_CODE_INVALID' | 'ACCOUNT_LOCKED' | 'OVERLOADED'
>;

/** The second half of a login. */
export async function validateTwoFactor(
  context: OpenContext,
  input: { pendingToken: string; code: string },
): Promise<Validated | ValidateRefusal> {
  const { deps, origin } = context;
  const tokenHash = sha256(input.pendingToken);
  const pending = await findPendingLogin(deps.sql, tokenHash, origin.now);
  const user = pending && (await findUser(deps.sql, pending.userId, origin.now));
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  return guessSecret(context, {
    subject: addressOf(user),
    refusal: 'TWO_FACTOR_CODE_INVALID',
    audit: { action: 'AUTH_2FA_FAILURE', metadata: { during: 'login' } },
    async check() {
      const lane = laneOf('sign-in', user.email, origin);
      const matched = await matchCode(context, user, input.code, lane);
      if (matched === 'overloaded') return overloaded(deps, lane);
      return matched ? right(matched) : wrong('wrong_code');
    },
    allow: (tx, matched) => finishLogin(context, tx, { userId: user.id, tokenHash, matched }),
  });
}

/**
 * The user's row, then the token, then the code: a dead token costs no code, and a refused code leaves the token. That
 * the token is looked at first also spares somebody who sent a right code twice a failure.
 */
async function finishLogin(
  context: OpenContext,
  tx: Tx,
  { userId, tokenHash, matched }: { userId: string; tokenHash: Buffer; matched: MatchedCode },
): Promise<Validated | Wrong | Refusal<'PENDING_TOKEN_INVALID'>> {
  const { origin } = context;
  const { now } = origin;
  const user = await lockUser(tx, userId, now);
  const pending = user?.isActive && (await lockPendingLogin(tx, tokenHash, now));
  if (!user || !pending) return refuse('PENDING_TOKEN_INVALID');
  if (!(await spendCode(tx, user.id, matched, now))) return wrong('used_code');
  await deletePendingLogin(tx, tokenHash);
  const backupCodesLeft = await recordSuccess(tx, user, matched, origin);
  const { rememberMe, method } = pending;
  const grant = await completeLogin(context, tx, user, { rememberMe, method });
  return { grant, backupCodesLeft };
}

async function recordSuccess(
  tx: Db,
  user: UserRow,
  { kind }: MatchedCode,
  origin: Origin,
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
