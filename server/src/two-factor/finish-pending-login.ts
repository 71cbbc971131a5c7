import type { FactorMethod } from '@latchkey/contract';
import { addressOf } from '../accounts/attempt-store.ts';
import { countBackupCodes } from '../accounts/backup-code-store.ts';
import { completeLogin, type LoginGrant } from '../accounts/complete-login.ts';
import { keepSetAside } from '../accounts/email-undo-store.ts';
import { type Wrong, wrong } from '../accounts/guess-secret.ts';
import { endLock } from '../accounts/locks.ts';
import { deletePendingLogin, lockPendingLogin } from '../accounts/pending-login-store.ts';
import { lockUser, type UserRow } from '../accounts/user-store.ts';
import { record } from '../audit/record.ts';
import type { OpenContext } from '../caller/caller.ts';
import type { Db, Tx } from '../db/sql.ts';
import type { Origin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';

export type Pending = { user: UserRow; pendingToken: string; tokenHash: Buffer };
export type Validated = { grant: LoginGrant; backupCodesLeft: number | undefined };

/** `spend` returns why it can't be used after all, if so. */
type Factor = { kind: FactorMethod; spend(): Promise<string | undefined> };

/**
 * Takes the user's row, then the token, then the factor: a dead token costs no code, and a refused code leaves the
 * token. Checking the token first also saves someone who sent a right code twice from a failure.
 */
export async function finishPendingLogin(
  context: OpenContext,
  tx: Tx,
  { user: { id: userId }, tokenHash }: Pending,
  { kind, spend }: Factor,
): Promise<Validated | Wrong | Refusal<'PENDING_TOKEN_INVALID'>> {
  const { origin } = context;
  const { now } = origin;
  const user = await lockUser(tx, userId, now);
  const pending = user?.isActive && (await lockPendingLogin(tx, tokenHash, now));
  if (!user || !pending) return refuse('PENDING_TOKEN_INVALID');
  const spent = await spend();
  if (spent) return wrong(spent);
  await deletePendingLogin(tx, tokenHash);
  tx.send(keepSetAside(tx, user.id));
  const backupCodesLeft = await recordSuccess(tx, user, kind, origin);
  // A lock keeps codes from being guessed; a passkey isn't a guess.
  if (kind === 'passkey')
    await endLock(tx, addressOf(user), { user, metadata: { reason: 'passkey_login' } }, origin);
  const { rememberMe, method } = pending;
  const grant = await completeLogin(context, tx, user, { rememberMe, method, secondFactor: kind });
  return { grant, backupCodesLeft };
}

async function recordSuccess(
  tx: Db,
  user: UserRow,
  kind: FactorMethod,
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
