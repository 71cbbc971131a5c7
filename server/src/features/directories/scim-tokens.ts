import { scimTokenLimit, scimTokenLiteral } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../../identity/caller/caller.ts';
import { lockMembership, type MembershipRefusal } from '../../identity/memberships/memberships.ts';
import {
  deleteScimToken,
  insertScimToken,
  listScimTokenRows,
  type ScimTokenRow,
} from '../../identity/memberships/scim-token-store.ts';
import { recordScimToken } from '../../identity/memberships/scim-tokens.ts';
import { newToken, sha256 } from '../../platform/crypto/credentials.ts';
import type { Tx } from '../../platform/db/sql.ts';
import { transact } from '../../platform/db/transact.ts';
import { readCurrent } from '../../platform/db/write-behind.ts';
import { isRefusal, type Refusal, refuse } from '../../platform/refusal.ts';

/** A change to the organization's tokens: it is locked, and the caller still owns it. */
function change<T>(
  { deps, caller }: Context,
  work: (tx: Tx, organizationId: string) => Promise<T>,
): Promise<T | MembershipRefusal> {
  return transact<T | MembershipRefusal>(deps, async (tx) => {
    const locked = await lockMembership(tx, caller, 'OWNER');
    if (isRefusal(locked)) return locked as MembershipRefusal;
    return work(tx, locked.organization.id);
  });
}

export async function listScimTokens({
  deps,
  caller,
}: Context): Promise<ScimTokenRow[] | Refusal<'NO_ORGANIZATION'>> {
  const { organizationId } = caller.user;
  if (!organizationId) return refuse('NO_ORGANIZATION');
  const read = () => listScimTokenRows(deps.sql, organizationId);
  return readCurrent(deps.lastUse.scimTokens, read, (found) => found);
}

/** The secret leaves in this answer and nowhere else. */
type WithSecret = { row: ScimTokenRow; secret: string };

export function createScimToken(
  context: Context,
  { description }: { description?: string | undefined },
): Promise<WithSecret | MembershipRefusal | Refusal<'SCIM_TOKEN_LIMIT_REACHED'>> {
  const { caller, origin } = context;
  return change(context, async (tx, organizationId) => {
    const secret = scimTokenLiteral + newToken().token;
    const token = { id: uuidv7(), organizationId, description: description || null, hash: sha256(secret) };
    const row = await insertScimToken(
      tx,
      { ...token, makerId: caller.user.id, now: origin.now },
      scimTokenLimit,
    );
    if (!row) return refuse('SCIM_TOKEN_LIMIT_REACHED', { details: { limit: scimTokenLimit } });
    await recordScimToken(tx, origin, row, { what: 'CREATED', actor: caller.user });
    return { row, secret };
  });
}

export function revokeScimToken(
  context: Context,
  { id }: { id: string },
): Promise<MembershipRefusal | Refusal<'NOT_FOUND'> | undefined> {
  const { caller, origin } = context;
  return change(context, async (tx, organizationId) => {
    const row = await deleteScimToken(tx, organizationId, id);
    if (!row) return refuse('NOT_FOUND');
    await recordScimToken(tx, origin, row, { what: 'REVOKED', actor: caller.user });
    return undefined;
  });
}
