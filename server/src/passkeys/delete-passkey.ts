import { dropBackupCodes } from '../accounts/backup-code-store.ts';
import { deletePasskeys } from '../accounts/passkey-store.ts';
import { isLive } from '../accounts/session-store.ts';
import { lockUser } from '../accounts/user-store.ts';
import { canSignIn } from '../accounts/ways-in.ts';
import { findWaysIn } from '../accounts/ways-in-store.ts';
import { record } from '../audit/record.ts';
import type { Context } from '../caller/caller.ts';
import { transact } from '../db/transact.ts';
import { mailUser } from '../email/mail-user.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { findOwn } from './store.ts';

/** Holds the user's row: of two removals at once, the second sees what the first left. */
export function deletePasskey(
  { deps, caller, origin }: Context,
  { id }: { id: string },
): Promise<Refusal<'UNAUTHENTICATED' | 'NOT_FOUND' | 'LAST_SIGN_IN_METHOD'> | undefined> {
  return transact(deps, async (tx) => {
    const user = await lockUser(tx, caller.user.id, origin.now);
    if (!user || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    const passkey = await findOwn(tx, user.id, id);
    if (!passkey) return refuse('NOT_FOUND');
    const ways = await findWaysIn(tx, user.id);
    const left = ways && { ...ways, passkeys: ways.passkeys - Number(passkey.verifiesUser) };
    if (!left || !canSignIn(deps.config, left)) return refuse('LAST_SIGN_IN_METHOD');
    await deletePasskeys(tx, user.id, { id });
    await dropBackupCodes(tx, user.id);
    const { name } = passkey;
    await record(tx, origin, { action: 'AUTH_PASSKEY_REMOVED', user, metadata: { passkeyId: id, name } });
    const { now: at, ipAddress } = origin;
    const link = `${deps.config.baseUrl}/profile/security`;
    await mailUser(deps, tx, user, { type: 'passkey_removed', name, at, ipAddress, link });
    return undefined;
  });
}
