import { storeBackupCodes } from '../accounts/backup-code-store.ts';
import { newBackupCodes } from '../accounts/backup-codes.ts';
import { laneOf, overloaded } from '../accounts/lane.ts';
import { findTwoFactor, startSetup } from '../accounts/two-factor-store.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { describeSecret, newTotpSecret, sealTotpSecret } from './totp.ts';

type Setup = ReturnType<typeof describeSecret> & { qrCodeDataUrl: string; backupCodes: string[] };

/** A secret and ten codes, shown here and never again. Nothing asks for them until a first code is right. */
export async function setupTwoFactor({
  deps,
  caller,
  origin,
}: Context): Promise<Setup | Refusal<'TWO_FACTOR_ENABLED' | 'OVERLOADED'>> {
  const { id, email } = caller.user;
  const lane = laneOf('session', id, origin);
  // Saves ten hashes if the answer is already known; the update below decides.
  if ((await findTwoFactor(deps.sql, id))?.twoFactorEnabled) return refuse('TWO_FACTOR_ENABLED');
  const codes = await newBackupCodes(deps, id, lane);
  if (!codes) return overloaded(deps, lane);
  const secret = newTotpSecret();
  const described = describeSecret(deps.config, email, secret);
  const { toDataURL } = await import('qrcode');
  // The lowest error correction: a screen has no scratches, and a long address still fits.
  const qrCodeDataUrl = await toDataURL(described.otpauthUrl, { errorCorrectionLevel: 'L' });
  return transact(deps, async (tx) => {
    if (!(await startSetup(tx, id, sealTotpSecret(deps.dataKeys, id, secret))))
      return refuse('TWO_FACTOR_ENABLED');
    await storeBackupCodes(tx, id, codes.kept, { now: origin.now, pending: true });
    return { ...described, qrCodeDataUrl, backupCodes: codes.shown };
  });
}
