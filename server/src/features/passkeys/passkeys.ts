import type { AcceptedPasskeys, Passkey, RelatedOrigins } from '@latchkey/contract';
import type { Context, OpenContext } from '../../identity/caller/caller.ts';
import { dropBackupCodes } from '../../identity/credentials/backup-code-store.ts';
import { refuseGivingUp } from '../../identity/credentials/break-glass.ts';
import { deletePasskeys, type PasskeyRow } from '../../identity/credentials/passkey-store.ts';
import { userHandleOf } from '../../identity/credentials/passkeys.ts';
import { canSignIn } from '../../identity/credentials/ways-in.ts';
import { findWaysIn } from '../../identity/credentials/ways-in-store.ts';
import { lockWithOrganizations } from '../../identity/memberships/memberships.ts';
import { isLive } from '../../identity/sessions/session-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import { mailUser } from '../../records/email/outbox.ts';
import { findOwn, findPasskeys, type ListedPasskey, renamePasskey } from './passkey-store.ts';

export function listPasskeys({ deps, caller }: Context): Promise<ListedPasskey[]> {
  return findPasskeys(deps.sql, caller.user.id);
}

/** What a browser is told, so that it offers none that were removed. */
export function acceptedPasskeys(
  { deps, caller }: Context,
  passkeys: readonly ListedPasskey[],
): AcceptedPasskeys | undefined {
  const { passkeyDomain: rpId } = deps.config;
  if (rpId === null) return undefined;
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId.toString('base64url'));
  return { rpId, userId: userHandleOf(caller.user.id), allAcceptedCredentialIds };
}

/** Pages elsewhere that may ask for a passkey of ours: browsers accept none without https. */
export function getRelatedOrigins({ deps }: OpenContext): RelatedOrigins {
  const { baseUrl, corsOrigins } = deps.config;
  const secure = corsOrigins.filter((origin) => origin.startsWith('https:'));
  return { origins: [...new Set([new URL(baseUrl).origin, ...secure])] };
}

export async function updatePasskey(
  { deps, caller }: Context,
  { id, name }: { id: string; name: string },
): Promise<PasskeyRow | Refusal<'NOT_FOUND'>> {
  return (await renamePasskey(deps.sql, caller.user.id, id, name)) ?? refuse('NOT_FOUND');
}

type DeletePasskeyRefusal = Refusal<
  'UNAUTHENTICATED' | 'NOT_FOUND' | 'LAST_SIGN_IN_METHOD' | 'BREAK_GLASS_REQUIRED'
>;

/** Holds the user's row: of two removals at once, the second sees what the first left. */
export function deletePasskey(
  { deps, caller, origin }: Context,
  { id }: { id: string },
): Promise<DeletePasskeyRefusal | undefined> {
  return transact(deps, async (tx) => {
    const user = await lockWithOrganizations(tx, caller.user.id, origin.now);
    if (!user || !(await isLive(tx, caller))) return refuse('UNAUTHENTICATED');
    const passkey = await findOwn(tx, user.id, id);
    if (!passkey) return refuse('NOT_FOUND');
    const ways = await findWaysIn(tx, user.id);
    const left = ways && { ...ways, passkeys: ways.passkeys - Number(passkey.verifiesUser) };
    if (!left || !canSignIn(deps.config, left)) return refuse('LAST_SIGN_IN_METHOD');
    const refused = await refuseGivingUp(tx, deps.config, user.id, { passkeyId: id });
    if (refused) return refused;
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

/** The only form in which a passkey leaves the service. */
export function presentPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    deviceType: row.deviceType,
    backedUp: row.backedUp,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
