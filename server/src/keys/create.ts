import { type ApiKeyPermission, apiKeyLimit } from '@latchkey/contract';
import { uuidv7 } from 'uuidv7';
import { isLive } from '../accounts/session-store.ts';
import { record } from '../audit/record.ts';
import { type Caller, sessionIdOf } from '../caller/caller.ts';
import { newKey } from '../caller/raw-key.ts';
import { transact } from '../db/transact.ts';
import type { Deps } from '../deps.ts';
import type { RequestOrigin } from '../origin.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { refusePast } from './expiry.ts';
import { insertKey, type KeyRow, lockKeyOwner } from './store.ts';

type Input = { name: string; permission: ApiKeyPermission; expiresAt?: Date | null | undefined };

export async function createKey(
  deps: Deps,
  caller: Caller,
  input: Input,
  origin: RequestOrigin,
): Promise<
  { row: KeyRow; key: string } | Refusal<'VALIDATION_FAILED' | 'KEY_LIMIT_REACHED' | 'UNAUTHENTICATED'>
> {
  const { name, permission, expiresAt = null } = input;
  const refused = refusePast(expiresAt, origin.now);
  if (refused) return refused;
  const { key, ...secret } = newKey();
  return transact(deps, async (tx) => {
    const userId = caller.user.id;
    const owned = (await lockKeyOwner(tx, userId)) && (await isLive(tx, sessionIdOf(caller)));
    if (!owned) return refuse('UNAUTHENTICATED');
    const made = { id: uuidv7(), userId, name, permission, expiresAt, ...secret, now: origin.now };
    const row = await insertKey(tx, made, apiKeyLimit);
    if (!row) return refuse('KEY_LIMIT_REACHED', { details: { limit: apiKeyLimit } });
    await record(tx, origin, {
      action: 'API_KEY_CREATED',
      user: caller.user,
      metadata: { keyId: row.id, keyPrefix: row.keyPrefix, name, permission, expiresAt },
    });
    return { row, key };
  });
}
