import type { FactorsBody } from '@latchkey/contract';
import type { z } from 'zod';
import { findUser, lockUser, type UserRow } from '../../identity/accounts/user-store.ts';
import {
  type Context,
  connectionOf,
  type OpenContext,
  seenBy,
  sessionIdOf,
} from '../../identity/caller/caller.ts';
import { refusePersonal } from '../../identity/caller/own-proof.ts';
import { confirmBackupCodes, storeBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { newBackupCodes } from '../../identity/credentials/backup-codes.ts';
import { endPasswordSessions } from '../../identity/credentials/end-access.ts';
import { enable, findTwoFactor, startSetup } from '../../identity/credentials/two-factor-store.ts';
import type { Deps } from '../../identity/deps.ts';
import { findPendingLogin } from '../../identity/sessions/pending-login-store.ts';
import { noteSecondFactor } from '../../identity/sessions/proof-store.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { describeFactors } from '../../identity/sign-in/first-factor.ts';
import { sha256 } from '../../platform/crypto/credentials.ts';
import type { Db, Statement } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { describeSecret, matchTotp, newTotpSecret, sealTotpSecret } from './totp.ts';

type Setup = ReturnType<typeof describeSecret> & { qrCodeDataUrl: string; backupCodes: string[] };

/** A secret and ten codes, shown here and never again. Nothing asks for them until a first code is right. */
export async function setupTwoFactor(context: Context): Promise<Setup | Refusal<'TWO_FACTOR_ENABLED'>> {
  const { deps, caller, origin } = context;
  const { id, email } = caller.user;
  // Saves ten hashes if the answer is already known; the update below decides.
  if ((await findTwoFactor(deps.sql, id))?.twoFactorEnabled) return refuse('TWO_FACTOR_ENABLED');
  const codes = await newBackupCodes(deps, id);
  const secret = newTotpSecret();
  const described = describeSecret(deps.config, email, secret);
  const { toDataURL } = await import('qrcode');
  // The lowest error correction: a screen has no scratches, and a long address still fits.
  const qrCodeDataUrl = await toDataURL(described.otpauthUrl, { errorCorrectionLevel: 'L' });
  const sealedSecret = sealTotpSecret(deps.dataKeys, id, secret);
  const byConnection = (await refusePersonal(context)) !== undefined;
  return transact(deps, async (tx) => {
    if (!(await startSetup(tx, id, { sealedSecret, byConnection }))) return refuse('TWO_FACTOR_ENABLED');
    await storeBackupCodes(tx, id, codes.kept, { now: origin.now, pending: true });
    return { ...described, qrCodeDataUrl, backupCodes: codes.shown };
  });
}

export async function prepareTwoFactor(
  context: OpenContext,
  { pendingToken }: { pendingToken: string },
): Promise<z.infer<typeof FactorsBody> | Refusal<'PENDING_TOKEN_INVALID'>> {
  const { deps, origin } = context;
  const pending = await findPendingLogin(deps.sql, sha256(pendingToken), origin.now);
  const user = pending && (await findUser(deps.sql, pending.userId, origin.now));
  if (!user?.isActive) return refuse('PENDING_TOKEN_INVALID');
  return describeFactors(context, deps.sql, user, pendingToken);
}

export function mailTwoFactorChange(
  deps: Deps,
  tx: Db,
  user: UserRow,
  change: {
    type: 'two_factor_enabled' | 'two_factor_disabled';
    at: Date;
    byAdmin?: boolean;
    passkeysRemoved?: number;
  },
): Statement {
  return mailUser(deps, tx, user, { ...change, link: `${deps.config.baseUrl}/profile/security` });
}

/**
 * The first code proves that the authenticator has the secret. A wrong one may be tried again as often as the rate
 * limit allows: the caller was shown the secret, so there is nothing to guess.
 */
export async function verifyTwoFactor(
  context: Context,
  { code }: { code: string },
): Promise<UserRow | Refusal<'UNAUTHENTICATED' | 'TWO_FACTOR_NOT_PENDING' | 'TWO_FACTOR_CODE_INVALID'>> {
  const { deps, caller, origin } = context;
  const connectionId = (await refusePersonal(context)) ? connectionOf(caller) : null;
  return transact(deps, async (tx) => {
    const locked = await lockUser(tx, caller.user.id, origin.now);
    if (!(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    const user = locked && seenBy(caller, locked);
    const sealedSecret =
      user && !user.twoFactorEnabled && (await findTwoFactor(tx, user.id))?.twoFactorSecret;
    if (!user || !sealedSecret) return refuse('TWO_FACTOR_NOT_PENDING');
    const change = { userId: user.id, sealedSecret, now: origin.now };
    const step = matchTotp(deps.dataKeys, { ...change, code });
    if (step === undefined || !(await enable(tx, { ...change, step }))) {
      const metadata = { during: 'setup', reason: 'wrong_code' };
      await record(tx, origin, { action: 'AUTH_2FA_FAILURE', user, metadata });
      return refuse('TWO_FACTOR_CODE_INVALID');
    }
    const after = { ...user, twoFactorEnabled: true, updatedAt: origin.now };
    await record(tx, origin, { action: 'AUTH_2FA_ENABLED', user: after });
    await confirmBackupCodes(tx, user.id, origin.now);
    const sessionId = sessionIdOf(caller);
    if (sessionId) await noteSecondFactor(tx, sessionId);
    const others = { exceptSessionId: sessionId, connectionId };
    const ending = { reason: 'two_factor_enabled', actor: after, ...others } as const;
    await endPasswordSessions(tx, after, ending, origin);
    await mailTwoFactorChange(deps, tx, user, { type: 'two_factor_enabled', at: origin.now });
    return after;
  });
}
