import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/sql.ts';
import type { UserRow } from '../accounts/user-store.ts';
import { dropBackupCodes } from './backup-code-store.ts';
import { deletePasskeys } from './passkey-store.ts';
import { endTwoFactor } from './two-factor.ts';
import {
  deleteAccounts,
  deleteConnectionLinks,
  deleteConsents,
  revokeKeys,
  type WaysIn,
} from './ways-in-store.ts';

/**
 * Whether a user could still sign in with these. Ways that are turned off or can't be used here don't count.
 */
export function canSignIn({ providers, passkeyDomain, features }: Config, left: WaysIn): boolean {
  if (left.password || (left.passkeys > 0 && passkeyDomain !== null)) return true;
  if (features.sso && left.connections > 0) return true;
  return providers.some(({ name }) => left.providers.includes(name));
}

/** What was ended, as the audit trail records it. */
type EndedWaysIn = {
  apiKeysRevoked: number;
  providersUnlinked: number;
  twoFactorEnded: boolean;
  passkeysRemoved?: number;
};

/**
 * Ends every consent, key, provider link and second factor, or only those added since then. The password stays. Runs in
 * a transaction that holds the user's row.
 */
export async function endOtherWaysIn(
  tx: Db,
  user: UserRow,
  since: Date | null,
  now: Date,
): Promise<EndedWaysIn> {
  await deleteConsents(tx, user.id, since);
  const apiKeysRevoked = await revokeKeys(tx, user.id, since, now);
  const providersUnlinked = await deleteAccounts(tx, user.id, since);
  await deleteConnectionLinks(tx, user.id, since);
  const passkeysRemoved = await deletePasskeys(tx, user.id, { since });
  // This also ends an unfinished setup, which sign-in doesn't ask for yet.
  const ended = await endTwoFactor(tx, user.id, now, since);
  await dropBackupCodes(tx, user.id, since);
  const twoFactorEnded = ended && user.twoFactorEnabled;
  return {
    apiKeysRevoked,
    providersUnlinked,
    twoFactorEnded,
    ...(passkeysRemoved > 0 && { passkeysRemoved }),
  };
}
