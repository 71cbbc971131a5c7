import { type ApiKeyPermission, apiKeyLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { newKey } from '../../identity/caller/authenticate.ts';
import { type Caller, type Context, isVouched, sessionIdOf } from '../../identity/caller/caller.ts';
import { presentKey } from '../../identity/memberships/present.ts';
import type { KeyRow } from '../../identity/memberships/user-key-store.ts';
import { transact } from '../../platform/db/transact.ts';
import { readCurrent } from '../../platform/db/write-behind.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';
import { record } from '../../records/audit/record.ts';
import {
  changeKey,
  findKey,
  insertKey,
  type KeyChange,
  type KeysOf,
  listKeyRows,
  lockKey,
  lockKeyOwner,
  markRevoked,
} from './key-store.ts';

/** The response to creating a key: the only time the key itself is shown. */
export function presentNewKey({ row, key }: NewKey) {
  const { lastUsedAt: _, revokedAt: __, ...shown } = presentKey(row);
  return { key, ...shown };
}

/** A key that expires in the past is a mistake: to end a key, revoke it. */
function refusePastExpiry(expiresAt: Date | null, now: Date): Refusal<'VALIDATION_FAILED'> | undefined {
  if (expiresAt === null || expiresAt > now) return undefined;
  return refuse('VALIDATION_FAILED', { details: { expiresAt: ['Must be in the future.'] } });
}

/** The key itself is shown only in this answer. */
export type NewKey = { row: KeyRow; key: string };
type NewKeyInput = { name: string; permission: ApiKeyPermission; expiresAt?: Date | null | undefined };

export async function createKey(
  { deps, caller, origin }: Context,
  input: NewKeyInput,
): Promise<NewKey | Refusal<'VALIDATION_FAILED' | 'KEY_LIMIT_REACHED' | 'UNAUTHENTICATED'>> {
  const { name, permission, expiresAt = null } = input;
  const refused = refusePastExpiry(expiresAt, origin.now);
  if (refused) return refused;
  const { key, ...secret } = newKey();
  return transact(deps, async (tx) => {
    const { id: userId, organizationId } = caller.user;
    const owner = await lockKeyOwner(tx, { userId, organizationId }, sessionIdOf(caller));
    if (!owner) return refuse('UNAUTHENTICATED');
    if (owner.keys >= apiKeyLimit) return refuse('KEY_LIMIT_REACHED', { details: { limit: apiKeyLimit } });
    const { keyHash, keyPrefix } = secret;
    const byConnection = isVouched(caller);
    const made = { id: uuidv7(), name, keyPrefix, permission, expiresAt };
    const { id: keyId, ...described } = made;
    const row = { ...made, organizationId, lastUsedAt: null, createdAt: origin.now, revokedAt: null };
    tx.send(
      insertKey(tx, { ...made, organizationId, byConnection, userId, keyHash, now: origin.now }),
      record(tx, origin, {
        action: 'API_KEY_CREATED',
        user: caller.user,
        metadata: { keyId, ...described },
        about: { apiKey: presentKey(row) },
      }),
    );
    return { row, key };
  });
}

/** A session that an identity provider began reaches those of its organization alone. */
function keysOf(caller: Caller): KeysOf {
  const { id: userId, organizationId } = caller.user;
  return isVouched(caller) ? { userId, organizationId } : { userId };
}

export async function getKey(
  { deps, caller }: Context,
  { keyId }: { keyId: string },
): Promise<KeyRow | Refusal<'NOT_FOUND'>> {
  await deps.lastUse.keys.flush([keyId]);
  return (await findKey(deps.sql, keysOf(caller), keyId)) ?? refuse('NOT_FOUND');
}

type Listed = { keys: KeyRow[]; count: number; limit: number };

/** Revoked keys are listed, but don't count toward the limit. */
export async function listKeys({ deps, caller }: Context): Promise<Listed> {
  const read = () => listKeyRows(deps.sql, keysOf(caller));
  const keys = await readCurrent(deps.lastUse.keys, read, (found) => found);
  return { keys, count: keys.filter(({ revokedAt }) => revokedAt === null).length, limit: apiKeyLimit };
}

type KeyChangeInput = {
  keyId: string;
  name?: string | undefined;
  permission?: ApiKeyPermission | undefined;
  expiresAt?: Date | null | undefined;
};

export async function updateKey(
  { deps, caller, origin }: Context,
  input: KeyChangeInput,
): Promise<KeyRow | Refusal<'VALIDATION_FAILED' | 'NOT_FOUND'>> {
  const { keyId } = input;
  const refused = refusePastExpiry(input.expiresAt ?? null, origin.now);
  if (refused) return refused;
  await deps.lastUse.keys.flush([keyId]);
  return transact(deps, async (tx) => {
    const before = await lockKey(tx, keysOf(caller), keyId);
    if (!before) return refuse('NOT_FOUND');
    const change = differences(before, input);
    if (Object.keys(change).length === 0) return before;
    await changeKey(tx, keyId, change);
    const after = { ...before, ...change };
    await record(tx, origin, {
      action: 'API_KEY_UPDATED',
      user: caller.user,
      metadata: { keyId, keyPrefix: before.keyPrefix, changes: change },
      about: { apiKey: presentKey(after) },
    });
    return after;
  });
}

function differences(before: KeyRow, { name, permission, expiresAt }: KeyChangeInput): KeyChange {
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(permission !== undefined && permission !== before.permission && { permission }),
    ...(expiresAt !== undefined && expiresAt?.getTime() !== before.expiresAt?.getTime() && { expiresAt }),
  };
}

/** Permanent: the row stays for the record, the key never works again. */
export function revokeKey(
  { deps, caller, origin }: Context,
  { keyId }: { keyId: string },
): Promise<Refusal<'NOT_FOUND'> | undefined> {
  return transact(deps, async (tx) => {
    const revoked = await markRevoked(tx, keysOf(caller), keyId, origin.now);
    if (!revoked) return refuse('NOT_FOUND');
    const metadata = { keyId, keyPrefix: revoked.keyPrefix, name: revoked.name };
    const about = { apiKey: presentKey(revoked) };
    await record(tx, origin, { action: 'API_KEY_REVOKED', user: caller.user, metadata, about });
    return undefined;
  });
}
